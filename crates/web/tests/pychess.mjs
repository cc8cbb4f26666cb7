// Checks that pychess.js does what the analysis page of PyChess asks of its engine (its templates/analysis.html and
// client/analysis/analysisCtrl.ts, as of August 2026). Runs in a page that has loaded pychess.js.

const VARIANT = "cannonshogi";
const START = "lnsgkgsnl/1rci1uab1/p1p1p1p1p/9/9/9/P1P1P1P1P/1BAU1ICR1/LNSGKGSNL[-] w 0 1";
/** A line of a search, with the fields in the order that the page reads. */
const LINE = new RegExp(
    "^info depth \\d+ seldepth \\d+ multipv (\\d) score (?:cp|mate) -?\\d+ (?:\\w+bound )?" +
        "nodes \\d+ nps \\d+ (?:hashfull \\d+ )?time \\d+ pv (\\S+)",
);

function assert(condition, message) {
    if (!condition) {
        throw new Error(message);
    }
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Checks the engine with games as the page's file of variants has them, one of them new and named. */
export async function check(variants, added) {
    const lines = [];
    const waiting = [];
    let queue = [];
    const { prompt } = window;
    window.onFSFline = (line) => {
        lines.push(line);
        if (line.startsWith("Fairy-Stockfish")) {
            // The page gives the lines of the file through its input.
            queue = [...variants.split("\n"), "END_OF_VARIANTS"];
            window.prompt = () => queue.shift() ?? "";
            window.fsf.postMessage("load <<END_OF_VARIANTS");
            window.fsf.postMessage("uci");
        }
        for (const listener of [...waiting]) {
            listener(line);
        }
    };
    /** Waits for a line, from now on. */
    const next = (isWanted) =>
        new Promise((resolve, reject) => {
            const timer = setTimeout(() => reject(new Error(`no ${isWanted}: ${lines.slice(-3).join(" | ")}`)), 60_000);
            const listener = (line) => {
                if (isWanted(line)) {
                    clearTimeout(timer);
                    waiting.splice(waiting.indexOf(listener), 1);
                    resolve(line);
                }
            };
            waiting.push(listener);
        });
    const isReady = next((line) => line.includes("uciok"));
    window.fsf = await window.Stockfish();
    window.fsf.addMessageListener((line) => window.onFSFline(line));
    await isReady;
    window.prompt = prompt;
    assert(queue.length === 0, `not read: ${queue}`);
    const offered = lines.find((line) => line.startsWith("option name UCI_Variant"));
    assert(offered.includes(VARIANT) && offered.includes(added), offered);

    const post = (...messages) => messages.forEach((message) => window.fsf.postMessage(message));
    const stop = async () => {
        const stopped = next((line) => line.includes("readyok"));
        post("stop", "isready");
        await stopped;
    };
    /** Starts a search, and returns whether a first move is of its position. */
    const go = (number) => {
        const moves = ["", " moves a3a4", " moves a3a4 a7a6"][number % 3];
        post(`setoption name UCI_Variant value ${VARIANT}`, `setoption name Use NNUE value ${number % 2 === 0}`);
        if (number % 2 === 0) {
            post("setoption name EvalFile value other.nnue");
        }
        post("setoption name Hash value 16", "setoption name Threads value 2", "setoption name MultiPV value 2");
        post(`position fen ${START}${moves}`, number % 4 === 3 ? "go movetime 90000 depth 18" : "go depth 99");
        // White's pieces are on the ranks 7 to 9.
        return (move) => /^[a-i][1-4]/.test(move) === (number % 3 !== 1);
    };
    window.fsf.FS.writeFile("/other.nnue", new Uint8Array([1, 2, 3]));
    const firstReady = next((line) => line.includes("readyok"));
    post("isready");
    await firstReady;
    for (let number = 0; number < 24; number++) {
        const isOwn = go(number);
        for (const line of ["1", "2"]) {
            await next((text) => LINE.exec(text)?.[1] === line && isOwn(LINE.exec(text)[2]));
        }
        await pause(number * 5);
        await stop();
    }
    const failed = lines.filter((line) => /internal error|unknown option|ERROR/.test(line));
    assert(failed.length === 0, failed.join("\n"));
    const refused = lines.filter((line) => line.includes("other.nnue"));
    assert(refused.length > 0, "a file of another engine is accepted");

    // Another file, whose last line is missing.
    const found = [];
    window.prompt = () => ["[another:shogi]", "MARKER"][found.length++] ?? null;
    const loaded = next((line) => line.includes("loaded another"));
    post("load <<MARKER");
    window.prompt = prompt;
    await loaded;
}
