// Showing a puzzle on the board.

import { replaceGame } from "../core/replacegame.js";
import { store } from "../core/store.js";

/** @import { PuzzleSource, Reply } from "../messages.d.ts" */

/** Whether the puzzle on the board is one of a streak that goes on. */
export const isInStreak = () => store.state.puzzle?.streak?.is_over === false;

/** Whether it is also to be solved: without help, and without another puzzle in its place. */
export const isTested = () => isInStreak() && store.state.puzzle?.progress === "solving";

/** Shows the next puzzle of the same source as the one on the board, by default of the stored ones. */
export async function startNextPuzzle() {
  if (!isTested()) await startPuzzle(store.state.puzzle?.source ?? "stored", null, isInStreak());
}

/** Begins a streak in the chosen game. */
export const startStreak = () => startPuzzle("stored", null, true);

/** Shows the puzzle on the board from its start. */
export const startAgain = () => startPuzzle(store.state.puzzle?.source ?? "stored", store.state.puzzle?.number);

/**
 * Shows a puzzle with a number, or the next one: a stored one of the chosen game and kind, or one of the person's own.
 * @type {(source: PuzzleSource, number?: number | null, streak?: boolean) => Promise<Reply | null>}
 */
export function startPuzzle(source, number = null, streak = false) {
  const variant = number ? store.state.variant : store.variant;
  const { puzzleGoal, puzzleLength, puzzleDifficulty } = store.settings;
  return replaceGame("puzzle", {
    source,
    variant,
    number,
    moves: Number(puzzleLength) || null,
    difficulty: puzzleDifficulty || null,
    goal: puzzleGoal || null,
    streak,
  });
}
