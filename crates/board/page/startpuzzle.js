// Showing a puzzle on the board.

import { askBeforeLoss } from "./confirm.js";
import { send, say } from "./connection.js";
import { byId } from "./dom.js";
import { closeEditor, store } from "./store.js";
import { texts } from "./texts.js";

/** @import { PuzzleSource } from "./messages.d.ts" */

/** Shows the next puzzle of the same source as the one on the board, by default of the stored ones. */
export const startNextPuzzle = () => startPuzzle(store.state.puzzle?.source ?? "stored");

/** Shows the puzzle on the board from its start. */
export const startAgain = () => startPuzzle(store.state.puzzle.source, store.state.puzzle.number);

/** Shows a puzzle with a number, or the next one: a stored one of the chosen game and kind, or one of the person's own. */
export async function startPuzzle(/** @type {PuzzleSource} */ source, /** @type {number} */ number = null) {
  if (!(await askBeforeLoss(texts.confirmReplace, texts.replace))) return;
  const variant = number ? store.state.variant : byId("variant").value;
  const { puzzleLength, puzzleDifficulty } = store.settings;
  say("");
  const reply = await send("puzzle", {
    source,
    variant,
    number,
    moves: Number(puzzleLength) || null,
    difficulty: puzzleDifficulty || null,
  });
  if (!reply) return;
  closeEditor();
}
