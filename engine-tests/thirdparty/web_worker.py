#!/usr/bin/env python3
"""Checks the worker of crates/web in Node and in Chromium: `web_worker.py FOLDER PROGRAM [CHROMIUM]`.

FOLDER is what `crates/web/build --worker` has written. The worker must answer as PROGRAM does, with the same moves and
nodes, hear `stop` in a page without cross-origin isolation, and survive ten thousand random lines. In Chromium it is
checked twice: as it is, and without JavaScript Promise Integration, as in older browsers. It must also do what
ShogiHome and PyChess ask of an engine. Needs node, the Python package playwright and Debian's chromium.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

from browser import launch, serve
from playwright.sync_api import sync_playwright

SOURCES = pathlib.Path(__file__).parents[2] / "crates"
CHECKS = SOURCES / "web/tests"
# The most milliseconds in which the fastest command of each kind is answered during a search. A worker that looks for
# commands too seldom answers all of them late, a busy machine some.
LONGEST_STOP = 50

CHECK = """async ([script, expected, options]) => {
    const { check } = await import("./checks.mjs");
    const startWorker = (script) => {
        const worker = new Worker(script);
        let listener = () => {};
        worker.onmessage = ({ data }) => listener(data);
        worker.onerror = (event) => listener(`error: ${event.message}`);
        return {
            send: (message) => worker.postMessage(message),
            listen: (next) => {
                listener = next;
            },
            end: () => worker.postMessage("quit"),
        };
    };
    const start = () => startWorker(script);
    const startMissing = () => startWorker(`${script}#none.wasm`);
    return check({ start, startMissing }, expected, options);
}"""

# In a worker, as ShogiHome starts engines.
SHOGIHOME = """(source) => new Promise((resolve, reject) => {
    const worker = new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })), { type: "module" });
    worker.onmessage = ({ data }) => (data === "passed" ? resolve() : reject(new Error(data)));
    worker.onerror = ({ message }) => reject(new Error(message ?? "the worker cannot be loaded"));
})"""
SHOGIHOME_WORKER = """
    const address = (file) => `ADDRESS/${file}`;
    try {
        const { check } = await import(address("shogihome.mjs"));
        const [manifest, source] = await Promise.all(["engine.json", "ozutsu.js"].map((file) => fetch(address(file))));
        await check(await manifest.json(), await source.text(), address);
        postMessage("passed");
    } catch (error) {
        postMessage(error.stack);
    }
"""
PYCHESS = 'async (variants) => (await import("./pychess.mjs")).check(variants, "tinyshogi")'


def report(where, result):
    print(f"{where}: {json.dumps(result)}")
    assert max(result["fastest"].values()) <= LONGEST_STOP, "commands are answered late"


def main():
    folder, program = (pathlib.Path(path).resolve() for path in sys.argv[1:3])
    with tempfile.TemporaryDirectory() as site, sync_playwright() as playwright:
        site = pathlib.Path(site)
        expected = site / "expected.json"
        node = ["node", CHECKS / "node.mjs", folder, program, expected]
        report("Node", json.loads(subprocess.run(node, check=True, stdout=subprocess.PIPE).stdout))
        subprocess.run(["node", CHECKS / "shogihome.mjs", folder], check=True)
        for file in [*folder.iterdir(), *CHECKS.glob("*.mjs")]:
            (site / file.name).write_bytes(file.read_bytes())
        (site / "index.html").write_text("<!doctype html><title>Worker</title>")
        (site / "without.js").write_text('delete WebAssembly.Suspending; importScripts("ozutsu.worker.js");')
        browser = launch(playwright, *sys.argv[3:])
        page = browser.new_page()
        page.set_default_timeout(0)
        address = serve(site)[1]
        page.goto(address)
        page.evaluate(SHOGIHOME, SHOGIHOME_WORKER.replace("ADDRESS", address))
        page.add_script_tag(url="pychess.js")
        variants = (SOURCES / "games/data/fsf-variants.ini").read_text()
        page.evaluate(PYCHESS, variants + "\n[tinyshogi:shogi]\n")
        assert not page.evaluate("crossOriginIsolated")
        answers = json.loads(expected.read_text())
        report("Chromium", page.evaluate(CHECK, ["ozutsu.worker.js", answers, {}]))
        report("Chromium without promises", page.evaluate(CHECK, ["without.js", answers, {"lines": 2000}]))
        browser.close()


if __name__ == "__main__":
    main()
