// Compares the worker in Node with the program: node.mjs FOLDER PROGRAM [FILE]. With FILE, writes the program's answers
// there, for the checks in a page.

import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { Worker } from "node:worker_threads";
import { answers, check } from "./checks.mjs";

const [folder, program, file] = process.argv.slice(2);

/** Starts a command that reads and writes lines. */
function startCommand(command, ...parameters) {
    const child = spawn(command, parameters, { stdio: ["pipe", "pipe", "inherit"] });
    let listener = () => {};
    createInterface({ input: child.stdout }).on("line", (line) => listener(line));
    const worker = {
        send: (line) => child.stdin.write(`${line}\n`),
        listen: (next) => {
            listener = next;
        },
        end: () => child.stdin.end("quit\n"),
    };
    return worker;
}

/** Starts the worker on a thread. */
function startWorker(script, options) {
    const worker = new Worker(script, options);
    let listener = () => {};
    worker.on("message", (line) => listener(line));
    return {
        send: (message) => worker.postMessage(message),
        listen: (next) => {
            listener = next;
        },
        end: () => worker.postMessage("quit"),
    };
}

const script = resolve(folder, "ozutsu.worker.js");
/** A worker whose module fails once, in its first call after it was ready. It says before that it will. */
const FAILING = `
    const { parentPort } = require("node:worker_threads");
    const { instantiate } = WebAssembly;
    let state = "starting";
    WebAssembly.instantiate = async (module, { host }) => {
        const take_output = (start, length) => {
            const line = Buffer.from(exports.memory.buffer, start, length).toString();
            if (line === "readyok" && state === "starting") state = "answering";
            host.take_output(start, length);
        };
        const { exports } = await instantiate(module, { host: { ...host, take_output } });
        const run_session = () => {
            if (state === "ready") {
                state = "failed";
                throw new Error("a trap of the test");
            }
            const goesOn = exports.run_session();
            if (state === "answering") {
                state = "ready";
                parentPort.postMessage("the next call fails");
            }
            return goesOn;
        };
        return { exports: { ...exports, run_session } };
    };
    require(${JSON.stringify(script)});`;

const native = startCommand(program);
const expected = await answers(native);
native.end();
if (file) {
    writeFileSync(file, JSON.stringify(expected));
}
const starts = {
    start: () => startWorker(script),
    startFailing: () => startWorker(FAILING, { eval: true }),
};
console.log(JSON.stringify(await check(starts, expected)));
