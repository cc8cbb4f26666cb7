// Showing a puzzle on the board.

import { replaceGame } from "../core/replacegame.js";
import { store } from "../core/store.js";

/** @import { PuzzleSource } from "../messages.d.ts" */

/** Shows the next puzzle of the same source as the one on the board, by default of the stored ones. */
export const startNextPuzzle = () => startPuzzle(store.state.puzzle?.source ?? "stored");

/** Shows the puzzle on the board from its start. */
export const startAgain = () => startPuzzle(store.state.puzzle?.source ?? "stored", store.state.puzzle?.number);

/** Shows a puzzle with a number, or the next one: a stored one of the chosen game and kind, or one of the person's own. */
export function startPuzzle(/** @type {PuzzleSource} */ source, /** @type {number | null} */ number = null) {
  const variant = number ? store.state.variant : store.variant;
  const { puzzleLength, puzzleDifficulty } = store.settings;
  return replaceGame("puzzle", {
    source,
    variant,
    number,
    moves: Number(puzzleLength) || null,
    difficulty: puzzleDifficulty || null,
  });
}
