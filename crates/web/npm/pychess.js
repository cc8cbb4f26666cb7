/*
 * Ozutsu for pages of PyChess, in place of /static/stockfish.js: the function `Stockfish` that they call. Besides what
 * ozutsu.js does, which the build puts before it, the engine begins with a line that they wait for, and reads the games
 * of `load <<END` up to the line END by `prompt`, as fairy-stockfish.wasm reads its input.
 */
var Stockfish = async () => {
    "use strict";

    const FILE = "variants.ini";
    const engine = await Ozutsu();
    let hasBegun = false;

    const readUntil = (end) => {
        const lines = [];
        for (let line = prompt(); line !== end; line = prompt()) {
            // The input has ended without the line.
            if (line === null || lines.length > 1e5) {
                break;
            }
            lines.push(line);
        }
        return lines.join("\n");
    };

    return {
        ...engine,
        addMessageListener(listener) {
            engine.addMessageListener(listener);
            if (!hasBegun) {
                setTimeout(listener, 0, "Fairy-Stockfish commands, answered by Ozutsu");
            }
            hasBegun = true;
        },
        postMessage(line) {
            const [, end] = /^load <<(\S+)$/.exec(line) ?? [];
            if (end) {
                engine.FS.writeFile(FILE, readUntil(end));
            }
            engine.postMessage(end ? `setoption name VariantPath value ${FILE}` : line);
        },
    };
};
