// What the worker of the npm package answers itself where modules cannot be suspended and a second worker searches.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { createContext, runInContext } from "node:vm";

/** Starts the worker. Returns what it sends and passes on, and functions that send for the page and the second worker. */
function start() {
    const [sent, passed] = [[], []];
    const self = {
        location: { href: "https://example.org/ozutsu.worker.js" },
        name: "",
        postMessage: (line) => sent.push(line),
    };
    let searcher;
    class Worker {
        constructor() {
            searcher = this;
        }

        postMessage({ messages }) {
            passed.push(messages.join("; "));
        }
    }
    const address = { createObjectURL: () => "blob:1", revokeObjectURL() {} };
    const context = createContext({ self, Worker, URL: address, Blob, TextEncoder, WebAssembly: {} });
    const text = (name) => readFileSync(new URL(name, import.meta.url), "utf8");
    const host = text("../site/host.js").replaceAll(/^export /gm, "");
    runInContext(host + text("../npm/ozutsu.worker.js"), context);
    return {
        sent,
        passed,
        send: (data) => self.onmessage({ data }),
        reply: (data) => searcher.onmessage({ data }),
    };
}

test("isready is answered while the last of several searches runs", () => {
    const { sent, passed, send, reply } = start();
    ["uci", "position startpos", "go infinite", "stop", "go infinite"].forEach(send);
    reply("uciok");
    reply({ goesOn: true });
    assert.deepEqual(passed, ["uci", "position startpos; go infinite; stop; go infinite"]);
    reply("bestmove a3a4");
    send("isready");
    assert.deepEqual(sent, ["uciok", "bestmove a3a4", "readyok"]);
    // After the last answer the engine itself is asked.
    reply("bestmove b3b4");
    send("isready");
    assert.equal(sent.length, 4);
    reply({ goesOn: true });
    assert.equal(passed.at(-1), "isready");
});
