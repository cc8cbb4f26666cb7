// Exercises that show how the pieces of a game move: the one on the board, and the way to the first.

import { send } from "../core/connection.js";
import { button, buttons, html } from "../core/dom.js";
import { shownExercise, store } from "../core/store.js";
import { kindName, texts } from "../core/texts.js";
import { movementCard } from "../board/marks.js";
import { showTab } from "./controls.js";
import { startAgain, startNextPuzzle, startPuzzle } from "./startpuzzle.js";

/** @import { PuzzleView } from "../messages.d.ts" */

/** What is to be done in the exercise on the board, or null. */
export function exerciseTask() {
  const shown = shownExercise();
  return shown && texts.exercise.tasks[shown.task](kindName(shown.piece));
}

/** Returns the description of the exercise on the board: what to do, and how the piece moves. */
export function exerciseCard(/** @type {PuzzleView} */ puzzle) {
  const shown = shownExercise();
  const isSolving = puzzle.progress === "solving";
  const isLast = puzzle.number === puzzle.count;
  const t = texts.exercise;
  return [
    html("h2", {}, t.number(puzzle.number, puzzle.count)),
    html("p", { class: "puzzle-goal" }, exerciseTask()),
    buttons(
      isSolving && button({ id: "puzzle-hint", onclick: () => send("hint") }, texts.puzzle.hint),
      !isLast && button({ id: "exercise-next", class: isSolving ? "" : "primary", onclick: startNextPuzzle }, t.next),
      !isSolving && button({ id: "puzzle-again", onclick: startAgain }, texts.puzzle.again),
    ),
    isLast && !isSolving && html("p", {}, t.end),
    shown && movementCard(shown.piece),
  ];
}

/** Shows an exercise of the present game. */
export async function startExercise(/** @type {number} */ number) {
  if (await startPuzzle("exercise", number)) showTab("puzzles");
}

/** Returns the button that starts the exercises of the present game. */
export const exercisesButton = () =>
  store.exercises.length > 0 &&
  buttons(button({ id: "exercises", onclick: () => startExercise(1) }, texts.exercise.start(store.exercises.length)));

/** Returns the button that starts the exercises of a piece, if there are any. */
export function pieceExerciseButton(/** @type {string} */ id) {
  const index = store.exercises.findIndex((view) => view.piece === id);
  return (
    index >= 0 && buttons(button({ id: "exercise-piece", onclick: () => startExercise(index + 1) }, texts.exercise.try))
  );
}
