// Puzzles: choosing one, what is said about its moves, and how many are solved.

import { ask } from "../core/dialog.js";
import { send } from "../core/connection.js";
import { button, buttons, byId, html, render, select } from "../core/dom.js";
import { exerciseCard, exerciseTask } from "./exercises.js";
import { ownPuzzles } from "./ownpuzzles.js";
import { sideMark } from "../board/pieces.js";
import { isInStreak, isTested, startAgain, startNextPuzzle, startPuzzle, startStreak } from "./startpuzzle.js";
import { saver } from "../core/preferences.js";
import { gameInfo, gameTitle, otherSide, puzzleProgress, store, sideName, drawOn } from "../core/store.js";
import { texts } from "../core/texts.js";

/** @import { GameInfo, MoveText, PuzzleView } from "../messages.d.ts" */

/** @typedef {{ puzzleGoal: string, puzzleLength: string, puzzleDifficulty: string }} Kind */

/** What kinds of puzzles differ in: each setting, with the field of the puzzles. */
const KINDS = /** @type {const} */ ([
  ["puzzleGoal", "goal"],
  ["puzzleLength", "moves"],
  ["puzzleDifficulty", "difficulty"],
]);
const LENGTHS = [1, 2, 3, 4];

export function initPuzzles() {
  drawOn("state settings variant puzzles", drawPuzzles);
}

/** Returns what the status line says about the puzzle and how it looks, or null if that is the state of the game. */
export function puzzleStatus() {
  const { state, tree } = store;
  const { puzzle } = state;
  if (!puzzle || state.node !== state.last_node) return null;
  const t = texts.puzzle;
  if (puzzle.progress === "solved" && (state.end || puzzle.goal === "win"))
    return { text: t.solved(puzzle), look: "right" };
  if (puzzle.progress !== "solving") return null;
  const attacker = sideName(puzzle.attacker);
  const task = exerciseTask();
  const goal =
    task ?? (puzzle.goal === "win" ? t.goalWin(attacker) : t.goal(attacker, puzzle.moves - tree[state.node].ply / 2));
  const { verdict, hint } = puzzle;
  if (hint) return { text: hint.text ? texts.hintMove(texts.move(hint.text)) : texts.notices.hint(), look: "" };
  if (verdict?.kind === "wrong") {
    const { text, refutation } = verdict;
    const reply = refutation?.kind === "reply" ? texts.move(refutation.text) : "";
    const defender = sideName(otherSide(puzzle.attacker));
    return { text: t.wrong(texts.move(text), refutation?.kind, defender, reply), look: "wrong" };
  }
  if (verdict?.kind === "right") return { text: `${t.right(texts.move(verdict.text))} ${goal}`, look: "right" };
  return { text: goal, look: "" };
}

function drawPuzzles() {
  const info = gameInfo(store.variant);
  if (!info) return;
  const { puzzle } = store.state;
  render(
    byId("tab-puzzles"),
    null,
    puzzle && (puzzle.source === "exercise" ? exerciseCard(puzzle) : puzzleCard(puzzle)),
    puzzleChoice(info),
    ownPuzzles(),
  );
}

/** Returns the description of the puzzle on the board and what can be done with it. */
function puzzleCard(/** @type {PuzzleView} */ puzzle) {
  const t = texts.puzzle;
  const isSolving = puzzle.progress === "solving";
  const isOwn = puzzle.source === "own";
  const inStreak = isInStreak();
  const action = (/** @type {string} */ id, /** @type {string} */ label, /** @type {() => void} */ onclick) =>
    button({ id, onclick }, label);
  return [
    html("h2", {}, isOwn ? t.ownNumber(puzzle.number, puzzle.count) : t.number(puzzle.number, puzzle.count)),
    puzzle.name && html("p", { class: "puzzle-name muted" }, puzzle.name),
    html(
      "p",
      { class: "puzzle-goal" },
      sideMark(puzzle.attacker),
      " ",
      puzzle.goal === "win" ? t.taskWin(sideName(puzzle.attacker)) : t.task(sideName(puzzle.attacker), puzzle.moves),
    ),
    puzzle.streak &&
      html(
        "p",
        { id: "streak", "data-solved": puzzle.streak.solved, "data-over": String(puzzle.streak.is_over) },
        t.streak(puzzle.streak.solved, puzzle.streak.is_over),
      ),
    puzzle.difficulty &&
      html(
        "p",
        { class: "muted" },
        t.rating[puzzle.goal](t.difficulties[puzzle.difficulty], puzzle.rating, puzzle.nodes),
      ),
    isOwn && html("p", { id: "puzzle-proof", class: "muted", "data-proof": puzzle.proof }, t.proof[puzzle.proof]),
    puzzle.solution &&
      html(
        "p",
        { class: "puzzle-solution" },
        html("strong", {}, t.progress[/** @type {"solved" | "given_up"} */ (puzzle.progress)]),
        ` ${numbered(puzzle.solution)}`,
      ),
    buttons(
      inStreak && !isSolving && button({ id: "streak-next", class: "primary", onclick: startNextPuzzle }, t.next),
      isSolving && !isTested() && action("puzzle-hint", t.hint, () => send("hint")),
      isSolving && action("puzzle-solution", t.solution, () => send("show_solution")),
      !inStreak && action("puzzle-again", t.again, startAgain),
      action("puzzle-analyse", t.analyse, analysePuzzle),
    ),
  ];
}

/** Returns the moves of a solution with their numbers. */
const numbered = (/** @type {MoveText[]} */ moves) =>
  moves.map((text, index) => `${index + 1}. ${texts.move(text)}`).join(" ");

/** Analyses the position, after a question if the puzzle is not solved yet. */
async function analysePuzzle() {
  const isSolving = store.state.puzzle?.progress === "solving";
  if (!isSolving || (await ask(texts.puzzle.confirmAnalyse, texts.puzzle.analyse, texts.puzzle.keepSolving)))
    send("analyse_puzzle");
}

/** Returns the choice of the next puzzle and the count of those solved. */
function puzzleChoice(/** @type {GameInfo} */ info) {
  const t = texts.puzzle;
  if (!info.puzzles.length) {
    const others = store.hello.games.filter((other) => other.puzzles.length).map(({ name }) => gameTitle(name));
    return [html("h2", {}, t.title(gameTitle(info.name))), html("p", {}, t.none(gameTitle(info.name), others))];
  }
  /** Counts the puzzles of a kind that differs from the chosen one. */
  const count = (/** @type {Partial<Kind>} */ changes) => {
    const wanted = { ...store.settings, ...changes };
    return info.puzzles
      .filter((group) => KINDS.every(([name, field]) => !wanted[name] || String(group[field]) === wanted[name]))
      .reduce((sum, group) => sum + group.count, 0);
  };
  // What has no puzzles is not offered.
  /** @type {(name: keyof Kind, id: string, label: string, labels: [string, string][]) => HTMLElement} */
  const choose = (name, id, label, labels) => {
    const chosen = store.settings[name];
    const counted = labels.map(([value, text]) => ({ value, text, number: count({ [name]: value }) }));
    const offered = counted.filter(({ value, number }) => number > 0 || value === chosen);
    const options = offered.map(({ value, text, number }) => [value, t.counted(text, number)]);
    return select(label, [["", t.any(count({ [name]: "" }))], ...options], chosen, saver(name), id);
  };
  const isEmpty = count({}) === 0;
  const { tried, solved, best_streak } = puzzleProgress(info.name);
  const isOnBoard = store.state.puzzle?.source === "stored" && store.state.variant === info.name;
  return [
    html("h2", {}, t.title(gameTitle(info.name))),
    html(
      "div",
      { class: "puzzle-choice" },
      choose("puzzleGoal", "puzzle-goal", t.goals, Object.entries(t.goalNames)),
      choose(
        "puzzleLength",
        "puzzle-length",
        t.lengths,
        LENGTHS.map((length) => [String(length), t.length(length)]),
      ),
      choose("puzzleDifficulty", "puzzle-difficulty", t.difficulty, Object.entries(t.difficulties)),
    ),
    buttons(
      // It would end a streak, which has its own button.
      !isInStreak() &&
        button(
          { id: "puzzle-next", class: "primary", disabled: isEmpty, onclick: () => startPuzzle("stored") },
          isOnBoard ? t.next : t.start,
        ),
      button({ id: "puzzle-streak", title: t.streakHint, disabled: isInStreak(), onclick: startStreak }, t.startStreak),
    ),
    isEmpty && html("p", { class: "muted" }, t.empty),
    html(
      "p",
      { class: "puzzle-count", "data-solved": solved.length, "data-tried": tried.length },
      t.count(solved.length, tried.length, count({ puzzleGoal: "", puzzleLength: "", puzzleDifficulty: "" })),
      " ",
      tried.length > 0 && button({ id: "puzzle-reset", class: "link", onclick: () => reset(info) }, t.reset),
    ),
    ratingElement(),
    best_streak !== undefined &&
      html("p", { id: "puzzle-best-streak", "data-best": best_streak }, t.bestStreak(best_streak)),
    html("p", { class: "muted" }, t.about),
  ];
}

/** A rating with a larger deviation is a guess yet. */
const SURE_DEVIATION = 110;

function ratingElement() {
  const { rating, deviation } = store.puzzleRating;
  const text = texts.puzzle.yourRating(Math.round(rating), deviation > SURE_DEVIATION);
  return html("p", { id: "puzzle-rating", "data-rating": Math.round(rating), title: texts.puzzle.ratingHint }, text);
}

async function reset(/** @type {GameInfo} */ info) {
  if (await ask(texts.puzzle.confirmReset(gameTitle(info.name)), texts.puzzle.reset, texts.puzzle.keep))
    send("forget_puzzles", { variant: info.name });
}
