// Puzzles that the person pastes or opens from a file.

import { button, buttons, byId, html, list } from "../core/dom.js";
import { replaceGame } from "../core/replacegame.js";
import { contentOf, fileInput } from "./files.js";
import { startPuzzle } from "./startpuzzle.js";
import { changed, store } from "../core/store.js";
import { texts } from "../core/texts.js";

/** @import { RecordError } from "../messages.d.ts" */

const t = texts.ownPuzzles;

/** Why the last text cannot be read, and the name of its file.
 * @type {{ fileName: string, lines: RecordError[] } | null} */
let lineErrors = null;

/** Returns the count of the person's own puzzles and the form to read others. */
export function ownPuzzles() {
  const { own_puzzles: own, puzzle } = store.state;
  return [
    html("h2", {}, t.title),
    own &&
      html(
        "p",
        { class: "puzzle-count", "data-own-solved": own.solved, "data-own-tried": own.tried },
        texts.puzzle.count(own.solved, own.tried, own.count),
      ),
    own &&
      buttons(
        button(
          { id: "own-next", onclick: () => startPuzzle("own") },
          puzzle?.source === "own" ? texts.puzzle.next : t.resume,
        ),
      ),
    html(
      "label",
      { class: "field wide" },
      html("span", {}, t.paste),
      html("textarea", { id: "own-text", rows: 3, spellcheck: "false", placeholder: t.hint }),
    ),
    buttons(
      button({ id: "own-read", onclick: () => read(byId("own-text").value) }, t.read),
      button({ id: "own-open", onclick: () => byId("own-file").click() }, t.open),
      fileInput("own-file", t.open, openPuzzleFile),
    ),
    html(
      "div",
      { id: "own-errors", role: "alert" },
      lineErrors && html("p", {}, t.invalid(lineErrors.fileName)),
      lineErrors && list(lineErrors.lines.map(texts.recordError)),
    ),
  ];
}

async function openPuzzleFile(/** @type {File} */ file) {
  const text = await contentOf(file, (file) => file.text());
  if (text !== null) await read(text, file.name);
}

/** Reads puzzles and shows the first, or says which lines are wrong. */
async function read(/** @type {string} */ text, fileName = "") {
  const reply = await replaceGame("read_puzzles", { text, variant: store.variant });
  lineErrors = reply?.reply === "invalid_puzzles" ? { fileName, lines: reply.errors } : null;
  changed("puzzles");
  // On a phone they are far below.
  if (lineErrors) byId("own-errors").scrollIntoView({ block: "nearest" });
}
