#!/usr/bin/env node
/*
 * Ozutsu as an object: `const engine = await Ozutsu()`. It has the functions of the WebAssembly builds of YaneuraOu and
 * Fairy-Stockfish, which ShogiHome and PyChess call. The engine itself runs in a worker, ozutsu.worker.js. It begins
 * with shogi, which programs of USI expect. As a command of Node, the file reads and writes lines.
 */
var Ozutsu = (() => {
    "use strict";

    const isNode = typeof process === "object" && Boolean(process.versions?.node);
    const FIRST_LINES = ["setoption name UCI_Variant value shogi", "isready"];
    /** Where the files of the package are, unless `locateFile` says it. */
    const script = globalThis.document?.currentScript?.src ?? globalThis.location?.href;
    const folder = isNode && typeof __dirname === "string" ? `${__dirname}/` : script?.replace(/[^/]*$/, "");

    /** Starts a worker that calls one function with each of its messages, and another one if it fails. */
    async function startWorker(address, onMessage, onError) {
        if (isNode) {
            const { Worker } = await import("node:worker_threads");
            const file = address.startsWith("file:") ? new URL(address) : address;
            return new Worker(file).on("message", onMessage).on("error", onError);
        }
        return Object.assign(new Worker(address), { onmessage: ({ data }) => onMessage(data), onerror: onError });
    }

    /**
     * Starts an engine, and resolves when it is ready. `locateFile(name)` returns the address of a file of the package,
     * `printErr(text)` takes what is wrong with the worker later.
     */
    return async ({ locateFile, printErr = console.error } = {}) => {
        const listeners = new Set();
        const address = locateFile?.("ozutsu.worker.js", "") ?? `${folder}ozutsu.worker.js`;
        const worker = await new Promise((resolve, reject) => {
            let isReady = false;
            const fail = (error) => {
                const text = `${address}: ${error.message ?? "cannot be loaded"}`;
                if (isReady) {
                    printErr(text);
                } else {
                    reject(new Error(text));
                    starting.then((started) => started.terminate());
                }
            };
            const take = (line) => {
                if (isReady) {
                    listeners.forEach((listener) => listener(line));
                } else if (line.startsWith("info string internal error")) {
                    fail(new Error(line));
                } else if (line === "readyok") {
                    isReady = true;
                    resolve(starting);
                }
            };
            const starting = startWorker(address, take, fail);
            starting.then((started) => FIRST_LINES.forEach((line) => started.postMessage(line)), reject);
        });
        return {
            postMessage(line) {
                worker.postMessage(line);
                if (line.trim() === "quit") {
                    listeners.clear();
                }
            },
            addMessageListener: (listener) => void listeners.add(listener),
            removeMessageListener: (listener) => void listeners.delete(listener),
            terminate() {
                listeners.clear();
                worker.terminate();
            },
            /** Files for options that name one. All are in one folder, the root. */
            FS: {
                mkdirTree() {},
                writeFile: (path, contents) => worker.postMessage({ file: path.replace(/^\/+/, ""), contents }),
            },
        };
    };
})();

if (typeof module === "object") {
    module.exports = Ozutsu;
    if (require.main === module) {
        require("./ozutsu.worker.js");
    }
}
