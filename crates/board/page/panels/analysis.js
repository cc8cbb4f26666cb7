// The analysis panel: the lines of the engine, mate search, review, the opening book, and the evaluation bar.

import { send } from "../core/connection.js";
import { button, buttons, byId, checkbox, classes, html, render, select } from "../core/dom.js";
import { saver, saveSettings } from "../core/preferences.js";
import { analysisLines, isBetweenPeople, isWhiteBelow, store, drawOn } from "../core/store.js";
import { texts } from "../core/texts.js";

/** @import { BookMoveView, LineView, ScoreView } from "../messages.d.ts" */

const REVIEW_TIME = 500;

/** A score from Black's point of view in a few characters: "+1.3", "−0.4", "#5", "≥+1.3" if it is a bound. */
export const scoreText = (/** @type {ScoreView} */ score) =>
  (score.better_for ? { black: "≥", white: "≤" }[score.better_for] : "") + valueText(score);

function valueText(/** @type {ScoreView} */ { mate, cp, chance }) {
  if (mate !== undefined) return texts.mateScore(chance > 0.5 ? "+" : "−", Math.abs(mate));
  return texts.score(cp && cp > 0 ? "+" : "−", Math.abs(cp ?? 0));
}

export function initAnalysis() {
  drawOn("state analysis settings", drawAnalysis);
  drawOn("state analysis tree flip", drawBar);
  drawOn("state settings", drawOpenings);
}

function drawAnalysis() {
  const { state } = store;
  // What is pressed stays what it is until the press ends.
  if (document.querySelector("#lines:active")) return;
  const lines = analysisLines();
  const [judged, all] = state.review_progress ?? [0, 1];
  const isSearching = (state.analysing && !state.end) || state.searching === "mate";
  render(
    byId("analysis"),
    {},
    !isBetweenPeople() && controls(),
    html("progress", {
      id: "review-progress",
      hidden: !state.review_progress,
      max: all,
      value: judged,
      "aria-label": texts.analysis.review,
    }),
    !isBetweenPeople() &&
      html(
        "ol",
        { id: "lines", "aria-label": texts.analysis.title },
        lines.length
          ? lines.map(lineElement)
          : (isSearching || store.tree.length < 2) &&
              html("li", { class: "muted" }, isSearching ? texts.analysis.searching : texts.analysis.off),
      ),
  );
}

function controls() {
  const { state } = store;
  /** @type {(id: string, label: string, isOn: boolean, onclick: () => void) => HTMLElement} */
  const toggle = (id, label, isOn, onclick) => button({ id, "aria-pressed": String(isOn), onclick }, label);
  const isMate = state.searching === "mate",
    isReview = state.searching === "review";
  return buttons(
    toggle("analyse", state.analysing ? texts.analysis.stop : texts.analysis.start, state.analysing, toggleAnalysis),
    toggle("mate", isMate ? texts.analysis.stopMate : texts.analysis.mate, isMate, () =>
      send(isMate ? "stop" : "mate"),
    ),
    toggle("review", isReview ? texts.analysis.stopReview : texts.analysis.review, isReview, () =>
      isReview ? send("stop") : startReview(),
    ),
    state.analysing &&
      select(
        texts.analysis.lines,
        Array.from({ length: store.hello.limits.lines }, (_, index) => [index + 1, String(index + 1)]),
        state.lines,
        (value) => send("analyse", { on: state.analysing, lines: Number(value) }),
      ),
    state.analysing && checkbox(texts.analysis.arrows, store.settings.arrows, saver("arrows")),
  );
}

export const startReview = () => send("review", { move_time: REVIEW_TIME });

export function toggleAnalysis() {
  const { state } = store;
  send("analyse", { on: !state.analysing, lines: state.lines });
}

function lineElement(/** @type {LineView} */ line) {
  const score = line.score.mate === undefined ? line.score.cp : `mate ${line.score.mate}`;
  const speed = line.time > 200 ? texts.analysis.speed(shortNumber((line.nodes * 1000) / line.time)) : "";
  const moves = line.texts.map((text, index) =>
    button(
      { class: "pv-move", title: texts.analysis.playLine, onclick: () => playLine(line.moves.slice(0, index + 1)) },
      texts.move(text),
    ),
  );
  return html(
    "li",
    { key: `pv ${line.pv}`, "data-pv": line.pv, "data-depth": line.depth, "data-score": score },
    html("span", { class: `score ${line.score.chance >= 0.5 ? "black" : "white"}` }, scoreText(line.score)),
    html(
      "span",
      { class: "depth muted" },
      line.nodes ? `${texts.analysis.depth(line.depth)} ` : texts.mate(line.score.mate ?? 0),
      line.nodes > 0 && html("span", { class: "speed" }, speed),
    ),
    html("span", { class: "pv" }, moves),
  );
}

/** Plays moves of a line, one after the other. */
async function playLine(/** @type {string[]} */ moves) {
  for (const move of moves) {
    if (!(await send("play", { node: store.state.node, move }))) return;
  }
}

const shortNumber = (/** @type {number} */ number) =>
  number >= 1e6
    ? `${(number / 1e6).toFixed(1)}M`
    : number >= 1e3
      ? `${Math.round(number / 1e3)}k`
      : String(Math.round(number));

/** Shows who is ahead: the running search's score, or the one recorded for the shown move. There is no room to say
 * that it is a bound. */
function drawBar() {
  const { state, tree } = store;
  const score = analysisLines()[0]?.score ?? (state.analysing || state.end ? tree[state.node]?.evaluation : null);
  const share = `${((score?.chance ?? 0.5) * 100).toFixed(1)}%`;
  render(
    byId("evaluation-bar"),
    {
      hidden: !score && (!state.analysing || Boolean(state.end)),
      class: classes("", { flipped: isWhiteBelow() }),
      role: score ? "img" : null,
      "aria-label": score ? texts.analysis.bar(scoreText(score)) : null,
    },
    html("div", { id: "evaluation-fill", style: { height: share } }),
    html("span", { id: "evaluation-text" }, score ? valueText(score) : ""),
  );
}

/** Shows the moves of the opening book in the shown position. */
function drawOpenings() {
  const { book } = store.state;
  const games = book.reduce((sum, move) => sum + move.games, 0);
  const ontoggle = (/** @type {{ target: HTMLDetailsElement }} */ { target: { open } }) => {
    if (open !== store.settings.openings) saveSettings({ openings: open });
  };
  render(
    byId("openings"),
    { hidden: !book.length, open: store.settings.openings, ontoggle },
    html("summary", {}, texts.openings.title),
    html(
      "ol",
      { id: "book-moves" },
      book.map((move) => bookMove(move, games)),
    ),
  );
}

/** A move, with its score, its games and its share of all games. */
function bookMove(/** @type {BookMoveView} */ { move, text, score, games }, /** @type {number} */ all) {
  const share = all && games / all;
  return html(
    "li",
    { key: move, "data-move": move, "data-games": games },
    score && html("span", { class: `score ${score.chance >= 0.5 ? "black" : "white"}` }, scoreText(score)),
    button({ class: "pv-move", onclick: () => send("play", { node: store.state.node, move }) }, texts.move(text)),
    games > 0 && html("meter", { value: share, "aria-hidden": "true" }),
    games > 0 && html("span", { class: "muted" }, texts.openings.games(games, Math.round(share * 100))),
  );
}
