// Learning from the mistakes of a reviewed game: each is shown, and a better move can be tried on the board.

import { say, send } from "../core/connection.js";
import { button, buttons, byId, html, render } from "../core/dom.js";
import { drawOn, found, on, put, sideName, store } from "../core/store.js";
import { texts } from "../core/texts.js";

/** @import { MistakeView, MoveText } from "../messages.d.ts" */
/** @import { Lesson } from "../core/store.js" */

/** The most moves of a refutation that are shown. */
const MAX_REFUTATION = 5;

export function initMistakes() {
  on("mistakes", stop);
  drawOn("state lesson", drawMistakes);
}

/** The mistakes to learn from: those of the person who played against the engine, else those of both sides. */
function ownMistakes() {
  const { players, person } = store.state;
  const isAgainstEngine = players[0].kind !== players[1].kind;
  return isAgainstEngine ? store.mistakes.filter(({ side }) => side === person) : store.mistakes;
}

async function startLesson(/** @type {MistakeView} */ mistake) {
  put("lesson", { lesson: { mistake, judged: null, isSolutionShown: false } });
  say("");
  await send("go_to", { node: nodeBefore(mistake) });
  byId("mistakes").scrollIntoView({ block: "nearest" });
}

const nodeBefore = (/** @type {MistakeView} */ { node }) => found(store.tree[node].parent);

const stop = () => put("lesson", { lesson: null });

function showSolution(/** @type {Lesson} */ lesson) {
  const { mistake } = lesson;
  const [move, text] = [mistake.moves[0], mistake.texts[0]];
  put("lesson", { lesson: { ...lesson, isSolutionShown: true } });
  put("hint", { hint: { kind: "hint", node: nodeBefore(mistake), move, text, isMoveShown: true } });
}

function drawMistakes() {
  const { lesson, state } = store;
  const mistakes = state.free ? ownMistakes() : [];
  const isShown = mistakes.length > 0;
  // A move that was removed is gone before the mistakes are.
  const isThere = lesson && mistakes.includes(lesson.mistake) && store.tree[lesson.mistake.node];
  if (isShown && lesson && !isThere) return stop();
  render(
    byId("mistakes"),
    { hidden: !isShown },
    isShown &&
      (lesson
        ? lessonElements(lesson, mistakes)
        : button({ id: "learn", onclick: () => startLesson(mistakes[0]) }, texts.mistakes.learn(mistakes.length))),
  );
}

/** Moves as people write them, one after the other. */
const textOfMoves = (/** @type {MoveText[]} */ moves) => moves.map(texts.move).join(" ");

function lessonElements(/** @type {Lesson} */ lesson, /** @type {MistakeView[]} */ mistakes) {
  const t = texts.mistakes;
  const { mistake, judged, isSolutionShown } = lesson;
  const index = mistakes.indexOf(mistake);
  const following = mistakes[index + 1];
  const { number, text } = store.tree[mistake.node];
  const loss = mistake.missed_mate ? t.missed(texts.mate(mistake.missed_mate)) : t.lost(Math.round(mistake.lost * 100));
  const isDone = judged?.is_good || isSolutionShown;
  return [
    html("h2", {}, t.title(index + 1, mistakes.length)),
    html("p", {}, t.played(sideName(mistake.side), number, texts.move(text) + mistake.mark, loss)),
    store.state.searching === "judge" && !judged && html("p", { class: "muted" }, t.judging),
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
      !isSolutionShown && button({ id: "lesson-show", onclick: () => showSolution(lesson) }, t.show),
      button(
        {
          id: "lesson-next",
          class: isDone ? "primary" : "",
          onclick: () => (following ? startLesson(following) : stop()),
        },
        following ? t.next : t.end,
      ),
      button({ id: "lesson-stop", onclick: stop }, t.stop),
    ),
  ];
}
