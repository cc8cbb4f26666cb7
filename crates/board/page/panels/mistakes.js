// Learning from the mistakes of a reviewed game: each is shown, and a better move can be tried on the board.

import { say, send } from "../core/connection.js";
import { button, buttons, byId, html, render } from "../core/dom.js";
import { changed, found, on, sideName, store, drawOn } from "../core/store.js";
import { texts } from "../core/texts.js";

/** @import { MistakeView, MoveText, Notice } from "../messages.d.ts" */

/** The most moves of a refutation that are shown. */
const MAX_REFUTATION = 5;

/** @typedef {{ mistake: MistakeView, judged: Extract<Notice, { kind: "judged" }> | null, isTrying: boolean, isSolutionShown: boolean }} Lesson */

/**
 * The mistake that is being improved and what is known of the move tried; null between lessons.
 * @type {Lesson | null}
 */
let lesson = null;

export function initMistakes() {
  on("mistakes", stop);
  drawOn("state", drawMistakes);
  on("judged", () => {
    if (!lesson || lesson.mistake.node !== store.judged?.node) return;
    lesson.judged = store.judged;
    drawMistakes();
  });
}

/** The mistakes to learn from: those of the person who played against the engine, else those of both sides. */
function ownMistakes() {
  const kinds = store.state.players.map((player) => player.kind);
  if (kinds[0] === kinds[1]) return store.mistakes;
  const side = kinds[0] === "person" ? "black" : "white";
  return store.mistakes.filter((mistake) => mistake.side === side);
}

/** Takes a move that is tried in place of a mistake. Returns whether it did. */
export function tryInLesson(/** @type {string} */ move) {
  if (!lesson || store.state.node !== store.tree[lesson.mistake.node]?.parent) return false;
  lesson.judged = null;
  lesson.isTrying = true;
  drawMistakes();
  send("try", { node: lesson.mistake.node, move }).then((reply) => {
    if (lesson) lesson.isTrying = false;
    if (!reply) drawMistakes();
  });
  return true;
}

async function startLesson(/** @type {MistakeView} */ mistake) {
  lesson = { mistake, judged: null, isTrying: false, isSolutionShown: false };
  say("");
  await send("go_to", { node: found(store.tree[mistake.node].parent) });
  drawMistakes();
  byId("mistakes").scrollIntoView({ block: "nearest" });
}

function stop() {
  lesson = null;
  drawMistakes();
}

function next() {
  const mistakes = ownMistakes();
  const index = lesson ? mistakes.indexOf(lesson.mistake) + 1 : mistakes.length;
  if (index < mistakes.length) startLesson(mistakes[index]);
  else stop();
}

function showSolution() {
  if (!lesson) return;
  const { mistake } = lesson;
  lesson.isSolutionShown = true;
  drawMistakes();
  const node = found(store.tree[mistake.node].parent);
  store.hint = { kind: "hint", node, move: mistake.moves[0], text: mistake.texts[0], isMoveShown: true };
  changed("hint");
}

function drawMistakes() {
  const mistakes = ownMistakes();
  const isHidden = !mistakes.length || !store.state.free;
  if (!isHidden && lesson && !mistakes.includes(lesson.mistake)) lesson = null;
  render(
    byId("mistakes"),
    { hidden: isHidden },
    isHidden
      ? []
      : lesson
        ? lessonElements(lesson, mistakes)
        : button({ id: "learn", onclick: () => startLesson(mistakes[0]) }, texts.mistakes.learn(mistakes.length)),
  );
}

/** Moves as people write them, one after the other. */
const textOfMoves = (/** @type {MoveText[]} */ moves) => moves.map(texts.move).join(" ");

function lessonElements(/** @type {Lesson} */ lesson, /** @type {MistakeView[]} */ mistakes) {
  const t = texts.mistakes;
  const { mistake, judged, isTrying, isSolutionShown } = lesson;
  const { number, text } = store.tree[mistake.node];
  const loss = mistake.missed_mate ? t.missed(texts.mate(mistake.missed_mate)) : t.lost(Math.round(mistake.lost * 100));
  const isDone = judged?.is_good || isSolutionShown;
  return [
    html("h2", {}, t.title(mistakes.indexOf(mistake) + 1, mistakes.length)),
    html("p", {}, t.played(sideName(mistake.side), number, texts.move(text) + mistake.mark, loss)),
    isTrying && !judged && html("p", { class: "muted" }, t.judging),
    judged &&
      html(
        "p",
        { id: "lesson-verdict", "data-verdict": judged.is_good ? "right" : "wrong", role: "status" },
        judged.is_good
          ? t.good(texts.move(judged.text))
          : t.bad(
              texts.move(judged.text),
              Math.round(judged.lost * 100),
              textOfMoves(judged.reply.slice(0, MAX_REFUTATION)),
            ),
      ),
    isSolutionShown && html("p", { id: "lesson-solution" }, t.better(textOfMoves(mistake.texts))),
    !isDone && html("p", { class: "muted" }, t.find(sideName(mistake.side))),
    buttons(
      !isSolutionShown && button({ id: "lesson-show", onclick: showSolution }, t.show),
      button(
        { id: "lesson-next", class: isDone ? "primary" : "", onclick: next },
        mistake === mistakes.at(-1) ? t.end : t.next,
      ),
      button({ id: "lesson-stop", onclick: stop }, t.stop),
    ),
  ];
}
