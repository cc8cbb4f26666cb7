// What the board of a page hears of an engine whose worker fails.

import assert from "node:assert/strict";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";

test("an engine whose script cannot be loaded has crashed", async () => {
    const folder = mkdtempSync(join(tmpdir(), "ozutsu-"));
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    for (const name of ["engine.js", "host.js"]) {
        copyFileSync(new URL(`../site/${name}`, import.meta.url), join(folder, name));
    }
    const { Engine } = await import(join(folder, "engine.js"));
    rmSync(folder, { recursive: true });
    const workers = [];
    globalThis.Worker = class {
        constructor() {
            workers.push(this);
        }

        postMessage() {}

        terminate() {}
    };
    const crashed = [];
    const engine = new Engine(null, assert.fail, (job) => crashed.push(job));
    for (const id of [1, 2]) {
        engine.search({ id }, 64);
        // Browsers give such an error no message.
        workers.at(-1).onerror({ preventDefault() {} });
    }
    assert.deepEqual([crashed, workers.length], [[1, 2], 2]);
});
