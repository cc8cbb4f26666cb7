// Checks that a folder has what ShogiHome asks of a WebAssembly engine (its specs/wasm-engine-abi.md, version 1), in
// Node (`shogihome.mjs FOLDER`) and in a worker of a page.

const TIMEOUT = 60_000;
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

function assert(condition, message) {
    if (!condition) {
        throw new Error(message);
    }
}

/** Starts an engine as ShogiHome does, with its lines and a function that waits for one. */
async function launch(create, locateFile) {
    const lines = [];
    const engine = await create({ printErr: (text) => lines.push(`ERR ${text}`), locateFile });
    for (const name of ["postMessage", "addMessageListener", "removeMessageListener", "terminate"]) {
        assert(typeof engine[name] === "function", `${name} is missing`);
    }
    engine.addMessageListener((line) => lines.push(line));
    const waitFor = async (beginning) => {
        for (const end = performance.now() + TIMEOUT; performance.now() < end; await pause(10)) {
            const found = lines.find((line) => line.startsWith(beginning));
            if (found) {
                return found;
            }
        }
        throw new Error(`no ${beginning}: ${lines.slice(-3).join(" | ")}`);
    };
    const send = (...commands) => commands.forEach((command) => engine.postMessage(command));
    return { engine, lines, send, waitFor };
}

/** Reads a line `option name NAME type TYPE default VALUE min ...` as the manifest has it. */
function readOption(line) {
    const words = line.split(" ").slice(1);
    const pairs = words.flatMap((word, index) => (index % 2 ? [] : [[word, words[index + 1]]]));
    const isSpin = words[3] === "spin";
    return Object.fromEntries(
        pairs.map(([name, value]) => [name, isSpin && !["name", "type"].includes(name) ? Number(value) : value]),
    );
}

function checkManifest(manifest) {
    assert(manifest.abi === "shogihome-wasm-engine/1" && manifest.moduleFormat === "umd", "another ABI");
    const ids = manifest.presets.map(({ id }) => id);
    assert(ids.length > 0 && new Set(ids).size === ids.length, `presets: ${ids}`);
    assert(ids.every((id) => /^[\w.-]+$/.test(id)), `presets: ${ids}`);
    for (const { displayName, values = {} } of manifest.presets) {
        assert(displayName, "a preset has no name");
        for (const name of Object.keys(values)) {
            assert(manifest.options.some((option) => option.name === name), `the preset's option ${name} is unknown`);
        }
    }
}

/** Checks an engine by its manifest and the text of its module. `locateFile` returns the address of a file. */
export async function check(manifest, source, locateFile) {
    checkManifest(manifest);
    const text = encodeURIComponent(`${source}\n;export default ${manifest.exportName};\n`);
    const { default: create } = await import(`data:text/javascript,${text}`);
    const missing = await launch(create, () => locateFile("none.js")).catch((error) => error);
    assert(missing instanceof Error && missing.message.includes("none.js"), `a missing file is accepted: ${missing}`);

    const { engine, lines, send, waitFor } = await launch(create, locateFile);
    send("usi");
    await waitFor("usiok");
    // A build for tests says so after its name.
    const names = [manifest.name, manifest.name.replace(/\)$/, ", debug)")].map((name) => `id name ${name}`);
    assert(lines.some((line) => names.includes(line)) && lines.includes(`id author ${manifest.author}`), lines.join());
    const declared = lines.filter((line) => line.startsWith("option ")).map(readOption);
    for (const option of manifest.options) {
        const found = JSON.stringify(declared.find(({ name }) => name === option.name));
        assert(found === JSON.stringify(option), `${found} instead of ${JSON.stringify(option)}`);
    }
    send("isready");
    await waitFor("readyok");
    for (const { values = {} } of manifest.presets) {
        lines.length = 0;
        send(...Object.entries(values).map(([name, value]) => `setoption name ${name} value ${value}`), "isready");
        await waitFor("readyok");
        assert(lines.length === 1, lines.join());
    }

    // A game of shogi, whose moves are legal.
    send("setoption name SkillLevel value 20", "usinewgame");
    let position = "position startpos";
    for (let number = 0; number < 4; number++) {
        lines.length = 0;
        send(position, "go btime 2000 wtime 2000 byoyomi 100");
        const move = (await waitFor("bestmove ")).split(" ")[1];
        assert(/^\d[a-i]\d[a-i]\+?$/.test(move), `the move ${move}`);
        position = `${position}${number === 0 ? " moves" : ""} ${move}`;
        lines.length = 0;
        send(position, "isready");
        await waitFor("readyok");
        assert(lines.length === 1, `${position}: ${lines.join()}`);
    }
    lines.length = 0;
    send("position sfen 8k/9/8P/9/9/9/9/9/K8 b G 1", "go mate 10000");
    assert((await waitFor("checkmate ")) === "checkmate G*1b", lines.join());

    lines.length = 0;
    send("position startpos", "go btime 600000 wtime 600000 byoyomi 300000", "stop");
    await waitFor("bestmove ");
    lines.length = 0;
    send("go infinite");
    await waitFor("info depth 3 ");
    assert(!lines.some((line) => line.startsWith("bestmove")), "the search has ended");
    send("stop");
    await waitFor("bestmove ");

    // A file of games, and a listener that has left.
    lines.length = 0;
    engine.FS.mkdirTree("/games");
    engine.FS.writeFile("/games/tiny.ini", new TextEncoder().encode("[tinyshogi:shogi]\n"));
    send("setoption name VariantPath value games/tiny.ini", "isready");
    await waitFor("info string games/tiny.ini: loaded tinyshogi");
    await waitFor("readyok");
    const listener = (line) => lines.push(`again ${line}`);
    engine.addMessageListener(listener);
    engine.removeMessageListener(listener);

    // Nothing comes after the end, not even the move of a search.
    send("go infinite", "quit");
    const other = await launch(create, locateFile);
    other.send("usi", "position startpos", "go infinite");
    await other.waitFor("info depth 3 ");
    other.engine.terminate();
    lines.length = 0;
    other.lines.length = 0;
    await pause(300);
    assert(lines.length === 0 && other.lines.length === 0, [...lines, ...other.lines].join());
}

if (globalThis.process?.versions?.node) {
    const { existsSync, readFileSync } = await import("node:fs");
    const { pathToFileURL } = await import("node:url");
    const folder = pathToFileURL(`${process.argv[2]}/`);
    const manifest = JSON.parse(readFileSync(new URL("engine.json", folder)));
    const source = readFileSync(new URL(manifest.module, folder), "utf8");
    assert(existsSync(new URL(manifest.module.replace(/\.js$/, ".wasm"), folder)), "the module is missing");
    await check(manifest, source, (file) => new URL(file, folder).href);
}
