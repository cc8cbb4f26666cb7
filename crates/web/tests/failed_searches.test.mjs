// What the worker of the npm package answers for a search whose module fails.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { Worker } from "node:worker_threads";

/** A module that prints the lines of the search and then fails in it, in place of the engine. */
const FAILING = `
    WebAssembly.compile = async () => null;
    WebAssembly.instantiate = async (_, { host }) => {
        const memory = { buffer: new ArrayBuffer(1 << 16) };
        let length = 0;
        const run_session = () => {
            while (host.wait_for_message(0)) {
                const message = Buffer.from(memory.buffer, 0, length).toString();
                if (message.startsWith("Tgo")) {
                    for (const line of LINES) {
                        host.take_output(0, Buffer.from(memory.buffer).write(line));
                    }
                    throw new Error("a trap of the test");
                }
            }
            return 1;
        };
        const input = (bytes) => {
            length = bytes;
            return 0;
        };
        return { exports: { memory, input, run_session } };
    };`;

/** Returns the line that answers the last message. */
async function answer(folder, messages, lines) {
    const script = JSON.stringify(join(folder, "ozutsu.worker.js"));
    const start = `const LINES = ${JSON.stringify(lines)};${FAILING}require(${script});`;
    const worker = new Worker(start, { eval: true });
    const found = await new Promise((resolve, reject) => {
        worker.on("error", reject);
        let hasFailed = false;
        worker.on("message", (line) => {
            if (hasFailed) {
                resolve(line);
            }
            hasFailed ||= line.startsWith("info string internal error: a trap");
        });
        messages.forEach((message) => worker.postMessage(message));
    });
    await worker.terminate();
    return found;
}

test("a search that fails is answered as its protocol says", async () => {
    const folder = mkdtempSync(join(tmpdir(), "ozutsu-"));
    const text = (name) => readFileSync(new URL(name, import.meta.url), "utf8");
    const host = text("../site/host.js").replaceAll(/^export /gm, "");
    writeFileSync(join(folder, "ozutsu.worker.js"), host + text("../npm/ozutsu.worker.js"));
    writeFileSync(join(folder, "ozutsu.wasm"), "");
    const line = (rank, move) => `info depth 9 multipv ${rank} score cp 1 pv ${move} 3c3d`;
    try {
        for (const [messages, lines, expected] of [
            [["usi", "go depth 9"], [line(1, "7g7f"), line(2, "2g2f"), line(10, "1g1f")], "bestmove 7g7f"],
            [["usi", "go depth 9"], ["info depth 9 pv 7g7f"], "bestmove 7g7f"],
            [["usi", "go infinite"], [], "bestmove resign"],
            [["uci", "go infinite"], [], "bestmove (none)"],
            [["usi", "go mate infinite"], [line(1, "7g7f")], "checkmate timeout"],
            [["usi", "uci", "go mate 3"], [line(1, "c3c4")], "bestmove c3c4"],
            [["usi", "go perft 9"], [], "info string perft stopped"],
        ]) {
            assert.equal(await answer(folder, messages, lines), expected, messages.join(", "));
        }
    } finally {
        rmSync(folder, { recursive: true });
    }
});
