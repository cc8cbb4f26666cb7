// Puzzles that the person pastes or opens from a file.

import { askBeforeLoss } from "./confirm.js";
import { send, say } from "./connection.js";
import { button, byId, html } from "./dom.js";
import { showPresentGame } from "./newgame.js";
import { startPuzzle } from "./startpuzzle.js";
import { changed, closeEditor, store } from "./store.js";
import { texts } from "./texts.js";

const t = texts.ownPuzzles;

// These elements are kept when the tab is drawn again, with what the person has typed.
const pasted = html("textarea", { id: "own-text", rows: 3, spellcheck: "false", placeholder: t.hint });
const chosenFile = html("input", {
  type: "file",
  id: "own-file",
  hidden: true,
  tabindex: "-1",
  "aria-label": t.open,
  onchange: openFile,
});
const errors = html("div", { id: "own-errors", role: "alert" });

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
      html(
        "div",
        { class: "buttons" },
        button(
          { id: "own-next", onclick: () => startPuzzle("own") },
          puzzle?.source === "own" ? texts.puzzle.next : t.resume,
        ),
      ),
    html("label", { class: "field wide" }, html("span", {}, t.paste), pasted),
    html(
      "div",
      { class: "buttons" },
      button({ id: "own-read", onclick: () => read(pasted.value) }, t.read),
      button({ id: "own-open", onclick: () => chosenFile.click() }, t.open),
      chosenFile,
    ),
    errors,
  ].filter(Boolean);
}

async function openFile() {
  const [file] = chosenFile.files;
  if (!file) return;
  const text = await file.text();
  // The same file can be chosen again once it is edited.
  chosenFile.value = "";
  await read(text, file.name);
}

/** Reads puzzles and shows the first, or says which lines are wrong. */
async function read(/** @type {string} */ text, fileName = "") {
  if (!(await askBeforeLoss(texts.confirmReplace, texts.replace))) return;
  say("");
  errors.replaceChildren();
  const reply = await send("read_puzzles", { text, variant: byId("variant").value });
  if (reply?.reply === "invalid_puzzles") {
    errors.replaceChildren(
      html("p", {}, t.invalid(fileName)),
      html(
        "ul",
        {},
        reply.errors.map((error) => html("li", {}, error)),
      ),
    );
    return;
  }
  if (!reply) return;
  closeEditor();
  changed("own-puzzles");
  showPresentGame();
}
