// Checks of the worker that run in Node and in a page: the same answers as the program, a stop that is heard at once,
// files, errors, and random lines. `expected` is what `expectedAnswers` makes of the program's output.

const GAMES = ["cannonshogi", "taihoshogi", "shosu", "shosucourier", "cannonshosu", "shogi"];
const MATE = "8k/9/8P/9/9/9/9/9/K8 b G 1";

/** The lines whose answers must be those of the program, each with the first word of its last line. */
export const COMPARED = [
    ["bench", /^\d+ nodes/],
    ...GAMES.flatMap((game) => [
        ["usi", "usiok"],
        [`setoption name UCI_Variant value ${game}\nusinewgame\nposition startpos\ngo perft 3`, "Nodes searched"],
        ["go depth 9", "bestmove"],
        ["usinewgame\nsetoption name MultiPV value 3\ngo nodes 15000", "bestmove"],
        ["setoption name MultiPV value 1\neval", "Evaluation"],
        ["d", "Key"],
    ]),
    [`position sfen ${MATE}\ngo mate 5000`, "checkmate"],
    ["uci", "uciok"],
    ["position startpos moves c3c4\ngo depth 6", "bestmove"],
];

/** Makes lines comparable: without times, and without what names the build. */
function comparable(lines) {
    return lines
        .map((line) => line.replace(/ (nps|time|hashfull) \d+/g, "").replace(/ nodes \d+ nps$/, " nodes"))
        .map((line) => line.replace(/nodes \d+ nps/, "nodes").replace(/(\d+ nodes) \d+ nps/, "$1"))
        .filter((line) => !/^(id name|option name (USI_Hash|Hash|Threads) )/.test(line));
}

/** Takes lines until one begins with a text or matches, and returns them. */
async function answer(engine, lines, end, timeout = 60_000) {
    const isEnd = (line) => (typeof end === "string" ? line.startsWith(end) : end.test(line));
    const taken = [];
    const ended = new Promise((resolve, reject) => {
        const timer = setTimeout(
            () => reject(new Error(`no ${end} after ${JSON.stringify(lines)}: ${taken.slice(-3).join(" | ")}`)),
            timeout,
        );
        engine.listen((line) => {
            taken.push(line);
            if (isEnd(line)) {
                clearTimeout(timer);
                resolve(taken);
            }
        });
    });
    for (const line of lines.split("\n")) {
        engine.send(line);
    }
    return ended;
}

/** Returns the answers that `checkAnswers` compares. */
export async function answers(engine) {
    const all = [];
    for (const [lines, end] of COMPARED) {
        all.push(comparable(await answer(engine, lines, end, 300_000)));
    }
    return all;
}

function assert(condition, message) {
    if (!condition) {
        throw new Error(message);
    }
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Returns the milliseconds until commands are answered during a search. */
async function latencies(engine, count) {
    const times = { stop: [], isready: [], ponderhit: [], perft: [] };
    const measure = async (name, line, end) => {
        const start = performance.now();
        await answer(engine, line, end);
        times[name].push(performance.now() - start);
    };
    await answer(engine, "usi\nsetoption name UCI_Variant value cannonshogi\nposition startpos\nisready", "readyok");
    for (let number = 0; number < count; number++) {
        engine.send("go infinite");
        await pause(100 + 17 * number);
        await measure("isready", "isready", "readyok");
        await measure("stop", "stop", "bestmove");
        engine.send("go ponder btime 0 wtime 0 byoyomi 1");
        await pause(60);
        await measure("ponderhit", "ponderhit", "bestmove");
        engine.send("go perft 9");
        await pause(60);
        await measure("perft", "stop", "info string perft stopped");
    }
    return times;
}

async function checkFiles(engine) {
    const contents = `[tinyshogi:shogi]\nstartFen = 4k4/9/9/9/9/9/9/9/R3K4[] w - - 0 1\n`;
    engine.send({ file: "games/tiny.ini", contents });
    const loaded = await answer(engine, "setoption name VariantPath value games/tiny.ini\nisready", "readyok");
    assert(loaded.includes("info string games/tiny.ini: loaded tinyshogi"), `not loaded: ${loaded}`);
    const found = await answer(
        engine,
        "setoption name UCI_Variant value tinyshogi\nposition startpos\ngo depth 3",
        "bestmove",
    );
    assert(found.some((line) => line.includes("variant tinyshogi")), `not chosen: ${found}`);
    const missing = await answer(engine, "setoption name VariantPath value none.toml\nisready", "readyok");
    assert(missing.some((line) => line.includes("none.toml: ")), `no error: ${missing}`);
}

async function checkHash(engine) {
    const before = await answer(engine, "setoption name Hash value 4096\nisready", "readyok");
    assert(before.some((line) => line.includes("expected a number from 1 to 2000")), `no limit: ${before}`);
    const set = "setoption name Hash value 64\nisready";
    assert((await answer(engine, set, "readyok")).length === 1, "64 MiB are not there");
}

/** Checks that an engine that fails once goes on with the same options. */
async function checkFailure(engine) {
    await answer(engine, "usi\nsetoption name UCI_Variant value shosu\nisready", "the next call fails");
    const found = await answer(engine, "position startpos moves 10h10g\ngo depth 2", "bestmove");
    assert(found.some((line) => line.startsWith("info string internal error: ")), `not reported: ${found}`);
    const state = await answer(engine, "d", "Key");
    assert(state[0].includes("shosu") && state.some((line) => line.includes("P-10g")), `not restored: ${state}`);
    engine.end();
}

/** Sends random lines, and checks that the worker lives. */
async function checkRandomLines(engine, count, seed) {
    let state = seed;
    const random = (limit) => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        return Math.floor((state / 2 ** 32) * limit);
    };
    const words = (
        "usi uci isready usinewgame stop ponderhit gameover d eval moves help undo new position startpos moves sfen fen go " +
        "infinite ponder depth nodes mate movetime 1 2 3 30 btime wtime byoyomi searchmoves perft setoption name value " +
        `Hash MultiPV UCI_Variant VariantPath EvalFile BookFile OwnBook true 7g7f a3a4 P*5e 3c3d ${GAMES.join(" ")} ` +
        "4k4/9/9/9/4U4/9/9/9/3K5 b P 1 99999999999 -1 \u0000 \u{1f600} bench"
    ).split(" ");
    const beginnings = ["position startpos moves", "go depth", "go nodes", "setoption name", "position sfen", "", "stop"];
    for (let number = 0; number < count; number++) {
        const line = [beginnings[random(beginnings.length)]];
        for (let length = random(5); length > 0; length--) {
            line.push(words[random(words.length)]);
        }
        const text = line.join(" ").trim();
        // It would take long.
        if (!/^bench/.test(text)) {
            engine.send(text);
        }
        if (number % 100 === 0) {
            await answer(engine, "stop\nisready", "readyok");
        }
    }
    const failed = [];
    engine.listen((line) => /internal error/.test(line) && failed.push(line));
    await answer(engine, "stop\nposition startpos\nusi\nisready", "readyok");
    assert(failed.length === 0, `failed: ${failed}`);
}

/**
 * Runs all checks. `start` returns an engine: `send(message)`, `listen(function)` and `end()`; `startFailing` one whose
 * module fails once after it was ready and said so, and `startMissing` one without a module.
 */
export async function check({ start, startFailing, startMissing }, expected, { lines = 10_000, rounds = 10 } = {}) {
    if (startFailing) {
        await checkFailure(startFailing());
    }
    if (startMissing) {
        const missing = startMissing();
        await answer(missing, "usi", /^info string internal error: the engine cannot be loaded: \S+: 404/);
        missing.end();
    }
    const engine = start();
    const found = await answers(engine);
    for (const [number, [text]] of COMPARED.entries()) {
        const [mine, theirs] = [found[number], expected[number]].map((all) => all.join("\n"));
        assert(mine === theirs, `${text} is answered\n${mine}\ninstead of\n${theirs}`);
    }
    const bench = found[0].at(-1);
    await checkFiles(engine);
    await checkHash(engine);
    const times = await latencies(engine, rounds);
    await checkRandomLines(engine, lines, 20);
    engine.end();
    const at = (share) =>
        Object.fromEntries(
            Object.entries(times).map(([name, all]) => {
                const sorted = [...all].sort((a, b) => a - b);
                return [name, Math.round(sorted[Math.floor((all.length - 1) * share)])];
            }),
        );
    return { bench, fastest: at(0), median: at(0.5), slowest: at(1) };
}
