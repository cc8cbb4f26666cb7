// Plays in Firefox, on the program's board and on the static site: `board_firefox.mjs PROGRAM [FOLDER]`.
//
// A few moves by clicks, against the engine and by both sides, an analysis that stops, a page that is loaded again and
// keeps its game, accessibility, and the site without its server. Needs Debian's firefox-esr, and puppeteer-core and
// axe-core in the folders of the environment variables PUPPETEER and AXE.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { connect, createServer as createProxy } from "node:net";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const { default: puppeteer } = await import(
    pathToFileURL(resolve(process.env.PUPPETEER, "lib/esm/puppeteer/puppeteer-core.js"))
);
const [program, folder] = process.argv.slice(2);
const axe = readFileSync(join(process.env.AXE, "axe.min.js"), "utf8");
/** Patience on a busy machine, in milliseconds. */
const TIMEOUT = 60_000;

/** Starts the program's board. Returns its address, and a function that ends it. */
async function startProgram() {
    const data = mkdtempSync(join(tmpdir(), "ozutsu-"));
    const child = spawn(program, ["board", "--no-open", "--port", "0", "--hash", "8", "--host", "localhost"], {
        stdio: ["ignore", "pipe", "inherit"],
        env: { ...process.env, XDG_DATA_HOME: data },
    });
    const line = await new Promise((take) => createInterface({ input: child.stdout }).once("line", take));
    const end = async () => {
        child.kill();
        await new Promise((take) => child.once("exit", take));
        rmSync(data, { recursive: true });
    };
    return { address: line.replace("Board: ", ""), end };
}

/** Carries bytes to a port of this machine, until they are to be swallowed. */
async function startProxy(port) {
    const proxy = { swallows: false };
    const server = createProxy((client) => {
        const program = connect(port, "127.0.0.1");
        for (const [from, to] of [[client, program], [program, client]]) {
            from.on("data", (data) => proxy.swallows || to.write(data));
            from.on("close", () => to.destroy());
            from.on("error", () => to.destroy());
        }
    });
    await new Promise((take) => server.listen(0, "127.0.0.1", take));
    return Object.assign(proxy, { port: server.address().port, end: () => server.close() });
}

/** Serves the site below a path. */
async function startSite() {
    const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };
    const server = createServer((request, response) => {
        const path = request.url.replace(/^\/board\//, "").replace(/[?#].*/, "") || "index.html";
        try {
            const content = readFileSync(join(folder, path));
            response.setHeader("content-type", types[extname(path)] ?? "application/octet-stream").end(content);
        } catch {
            response.writeHead(404).end();
        }
    });
    await new Promise((take) => server.listen(0, "127.0.0.1", take));
    const end = () => new Promise((take) => server.close(take).closeAllConnections());
    return { address: `http://127.0.0.1:${server.address().port}/board/`, end };
}

async function open(browser, address) {
    const page = await browser.newPage();
    page.setDefaultTimeout(TIMEOUT);
    page.errors = [];
    page.on("pageerror", (error) => page.errors.push(String(error)));
    await page.goto(address);
    await page.waitForSelector("[data-square]");
    return page;
}

/** Waits until there are so many moves, and perhaps more. */
const waitForPlies = (page, count) => page.waitForSelector(`[data-ply="${count}"]`);

/** Plays moves given in USI by clicks. */
async function play(page, ...moves) {
    for (const move of moves) {
        const plies = await page.$$eval("[data-ply]", (all) => all.length);
        const [, drop, from, to] = /^(?:([A-Z])\*|(\d\w))(\d\w)/.exec(move);
        const hand = `[data-hand=${plies % 2 ? "white" : "black"}]`;
        await page.click(from ? `[data-square="${from}"]` : `${hand} [data-piece="${drop}"]`);
        await page.waitForSelector(`[data-square="${to}"][data-legal]`);
        await page.click(`[data-square="${to}"]`);
        const choice = await page.waitForFunction(
            (count) => {
                if (document.querySelectorAll("[data-ply]").length > count) return "played";
                return document.querySelector("#promotion:not([hidden])") && "promotion";
            },
            {},
            plies,
        );
        if ((await choice.jsonValue()) === "promotion") await page.click(`[data-promote="${move.endsWith("+")}"]`);
        await waitForPlies(page, plies + 1);
    }
}

const sfen = (page) => page.$eval("#sfen", (input) => input.value);

/** Waits until the page shows the answers to all that it has asked. */
const settle = (page) =>
    page.evaluate(async () => {
        const { src } = document.querySelector("script[src]");
        const all = await import(src);
        const { request } = all.request ? all : await import(new URL("core/connection.js", src));
        await request({ command: "export", format: "sfen" });
    });

/** Agrees to lose the moves of a game that is not over. */
const agreeIfAsked = async (page) => (await page.$("#confirm-dialog[open] #confirm-yes"))?.click();

/** Starts a game of both sides. */
async function startForBoth(page, variant) {
    await page.click("#tab-button-game");
    await page.select("#variant", variant);
    await agreeIfAsked(page);
    await settle(page);
    await page.select("#tab-game select", "both");
    await settle(page);
    await page.click("#new");
    await agreeIfAsked(page);
    await settle(page);
    assert.equal(await page.$("[data-ply]"), null);
}

async function analyse(page) {
    await page.click("#tab-button-moves");
    await settle(page);
    // Not at a place, from which news of the program may shift the button.
    const press = () => page.$eval("#analyse", (button) => button.click());
    await press();
    await page.waitForSelector("#analyse[aria-pressed=true]");
    await page.waitForSelector('[data-pv="1"][data-depth]');
    await press();
    await page.waitForSelector("#analyse[aria-pressed=false]");
}

/** Looks for what people who use assistive technology cannot use. */
async function accessibility(page) {
    await page.evaluate(axe);
    for (const tab of ["game", "moves", "puzzles", "position"]) {
        await page.click(`#tab-button-${tab}`);
        const violations = await page.evaluate("axe.run().then((result) => result.violations)");
        const serious = violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
        const details = serious.map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map(({ html }) => html)]);
        assert.deepEqual(details, [], tab);
    }
}

/** A move that the program does not get is shown as not sent, and played once the connection is back. */
async function swallowedMoveArrives(page, address) {
    const { port, hash } = new URL(address);
    const proxy = await startProxy(Number(port));
    await page.goto(`http://localhost:${proxy.port}/${hash}`);
    await page.waitForSelector("[data-square]");
    await startForBoth(page, "shogi");
    proxy.swallows = true;
    await page.click('[data-square="7g"]');
    await page.click('[data-square="7f"]');
    const says = (words) => page.waitForFunction(
        (text) => document.querySelector("#connection").textContent.includes(text),
        {},
        words,
    );
    await says("Your move is sent when it is back");
    proxy.swallows = false;
    await waitForPlies(page, 1);
    await page.waitForSelector("#connection:empty");
    assert.equal(await page.$('[data-ply="2"]'), null);
    proxy.end();
}

async function check(name, { address, end }) {
    const options = { browser: "firefox", executablePath: "/usr/bin/firefox-esr", timeout: TIMEOUT };
    const browser = await puppeteer.launch(options);
    try {
        const page = await open(browser, address);
        // The engine answers.
        await play(page, "7g7f");
        await waitForPlies(page, 2);
        await startForBoth(page, "shogi");
        await play(page, "7g7f", "3c3d", "8h2b+", "3a2b", "B*5e");
        const position = await sfen(page);
        await analyse(page);
        await page.reload();
        await waitForPlies(page, 5);
        assert.equal(await sfen(page), position);
        await play(page, "8c8d");
        await accessibility(page);
        assert.deepEqual(page.errors, []);
        if (name === "program") await swallowedMoveArrives(page, address);
        if (name === "site") {
            // The page says that it has its files; the server is gone.
            await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
            await end();
            const other = await open(browser, address);
            await play(other, "7g7f", "3c3d");
            await analyse(other);
            for (const language of ["ja", "zh-Hans", "zh-Hant"]) {
                await other.select("#language", language);
                await other.waitForSelector(`html[lang="${language}"] [data-square="7f"][data-piece]`);
            }
            assert.deepEqual(other.errors, []);
        }
        console.log(`${name}: ${await browser.version()}`);
    } finally {
        await browser.close();
        await end();
    }
}

await check("program", await startProgram());
if (folder) await check("site", await startSite());
console.log("all passed");
