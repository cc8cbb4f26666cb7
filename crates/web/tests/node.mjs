// Compares the worker in Node with the program: node.mjs FOLDER PROGRAM [FILE]. With FILE, writes the program's answers
// there, for the checks in a page.

import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
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
async function startWorker() {
    const { Worker } = await import("node:worker_threads");
    return () => {
        const worker = new Worker(resolve(folder, "ozutsu.worker.js"));
        let listener = () => {};
        worker.on("message", (line) => listener(line));
        return {
            send: (message) => worker.postMessage(message),
            listen: (next) => {
                listener = next;
            },
            end: () => worker.postMessage("quit"),
        };
    };
}

const native = startCommand(program);
const expected = await answers(native);
native.end();
if (file) {
    writeFileSync(file, JSON.stringify(expected));
}
console.log(JSON.stringify(await check(await startWorker(), expected)));
