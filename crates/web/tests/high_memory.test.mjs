// Texts above 2 GiB in a module's memory, whose addresses JavaScript gets as negative numbers. A hash table can fill what
// is below.

import assert from "node:assert/strict";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";

/** The instruction that gives the address 2 GiB + 16. */
const ADDRESS = [0x41, 0x90, 0x80, 0x80, 0x80, 0x78];
const name = (text) => [text.length, ...Buffer.from(text)];
const code = (...bytes) => [bytes.length + 2, 0, ...bytes, 0x0b];
const section = (id, ...items) => [id, items.flat().length + 1, items.length, ...items.flat()];
/** A module that takes each text at that address, and gives it back from there. */
const MODULE = new Uint8Array([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [0x60, 2, 0x7f, 0x7f, 0], [0x60, 1, 0x7c, 1, 0x7f], [0x60, 1, 0x7f, 1, 0x7f], [0x60, 0, 1, 0x7f]),
    ...section(2, [...name("host"), ...name("take_output"), 0, 0], [...name("host"), ...name("wait_for_message"), 0, 1]),
    ...section(3, [2], [3]),
    ...section(5, [0, 0x81, 0x80, 0x02]),
    ...section(6, [0x7f, 1, 0x41, 0, 0x0b]),
    ...section(7, [...name("memory"), 2, 0], [...name("input"), 0, 2], [...name("run_session"), 0, 3]),
    ...section(
        10,
        // input: remember the length.
        code(0x20, 0, 0x24, 0, ...ADDRESS),
        // run_session: wait for a message and give it back.
        code(0x44, 0, 0, 0, 0, 0, 0, 0, 0, 0x10, 1, 0x1a, ...ADDRESS, 0x23, 0, 0x10, 0, 0x41, 1),
    ),
]);

test("the host reads and writes high addresses", async () => {
    const folder = mkdtempSync(join(tmpdir(), "ozutsu-"));
    // Node takes no other name for a module.
    copyFileSync(new URL("../site/host.js", import.meta.url), join(folder, "host.mjs"));
    const { start } = await import(join(folder, "host.mjs"));
    rmSync(folder, { recursive: true });
    const texts = [];
    const messages = ["大筒", new TextEncoder().encode("砲")];
    const call = await start(
        await WebAssembly.compile(MODULE),
        (text) => texts.push(text),
        () => messages.shift(),
    );
    call("run_session");
    call("run_session");
    assert.deepEqual(texts, ["大筒", "砲"]);
});
