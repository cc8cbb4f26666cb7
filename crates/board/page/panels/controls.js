// The buttons below the board and the tabs of the panel.

import { ask } from "../core/dialog.js";
import { say, send } from "../core/connection.js";
import {
  button,
  byId,
  closest,
  focusedElement,
  isTouch,
  isFocusedByKeyboard,
  render,
  setProperties,
  svg,
} from "../core/dom.js";
import { INKS } from "../board/overlay.js";
import { gestureOf } from "../board/pointer.js";
import { step } from "./movelist.js";
import { isTested, startNextPuzzle } from "./startpuzzle.js";
import { drawOn, isBetweenPeople, isContest, on, put, store } from "../core/store.js";
import { texts } from "../core/texts.js";

/** @type {{ [name: string]: string }} */
const ICONS = {
  first: "M6 5v14M19 5l-9 7 9 7Z",
  previous: "M16 5l-9 7 9 7Z",
  next: "M8 5l9 7-9 7Z",
  last: "M18 5v14M5 5l9 7-9 7Z",
  flip: "M8 4v15M8 4 4.5 8M8 4l3.5 4M16 20V5M16 20l-3.5-4M16 20l3.5-4",
  undo: "M9 7H15a5 5 0 0 1 0 10H8M9 7l4-4M9 7l4 4",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3 11v1h6v-1a6 6 0 0 0-3-11Z",
  "move-now": "M5 5l7 7-7 7M12 5l7 7-7 7",
  resign: "M6 21V4h12l-3 4 3 4H6",
  draw: "M5 9h14M5 15h14",
  solution: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12ZM12 9a3 3 0 1 0 0 6a3 3 0 0 0 0-6Z",
  "next-puzzle": "M5 12h13M12 5l7 7-7 7",
  pencil: "M4 20l1-5L16 4l4 4L9 19ZM13.5 6.5l4 4",
  claim: "M5 19h14M6 15 5 7l4 3 3-6 3 6 4-3-1 8Z",
  pause: "M8 5v14M16 5v14",
  resume: "M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18ZM10 8l6 4-6 4Z",
};

/** The tab that is shown. */
let shownTab = "game";
/** The button of the toolbar that was used last, which is the one in the tab order. */
let toolStop = "first";

export function initControls() {
  byId("controls").addEventListener("focusin", (/** @type {FocusEvent} */ { target }) => {
    toolStop = closest(target, "button")?.id ?? toolStop;
    drawControls();
  });
  drawOn("state editor gesture", drawControls);
  // Puzzles take the place of the game. A page that is loaded again goes on with the one on the board.
  let isNew = true;
  on("state", () => {
    if (isNew && store.state.puzzle) showTab("puzzles");
    else drawTabs();
    isNew = false;
  });
  // Once a person has begun a game, its moves are of more use than its setup.
  let hadMoves = false;
  on("tree", () => {
    const { tree, state } = store;
    const hasMoves = tree.some((node) => node.move && state.players[node.side === "black" ? 0 : 1].kind === "person");
    if (hasMoves && !hadMoves && !state.puzzle && shownTab === "game") showTab("moves");
    hadMoves = hasMoves;
  });
  drawTabs();
}

/** Shows a tab of the panel. */
export function showTab(/** @type {string} */ name) {
  shownTab = name;
  drawTabs();
}

function drawTabs() {
  const tabs = Object.entries(texts.tabs).map(([name, label]) => {
    const [panel, isShown] = [`tab-${name}`, name === shownTab];
    setProperties(byId(panel), { hidden: !isShown, "aria-labelledby": `tab-button-${name}` });
    return button(
      {
        role: "tab",
        id: `tab-button-${name}`,
        hidden: name === "puzzles" && Boolean(store.state?.seats),
        tabindex: isShown ? "0" : "-1",
        "aria-controls": panel,
        "aria-selected": String(isShown),
        onclick: () => showTab(name),
      },
      label,
    );
  });
  render(byId("tabs"), { onkeydown: (/** @type {KeyboardEvent} */ event) => moveFocus(event)?.click() }, tabs);
}

/** Moves the focus along buttons, if the keyboard has led to them. Returns the next one, or null. */
function moveFocus(/** @type {KeyboardEvent} */ event) {
  const { children } = /** @type {Element} */ (event.currentTarget);
  const row = [.../** @type {HTMLCollectionOf<HTMLElement>} */ (children)].filter((element) => !element.hidden);
  const index = row.indexOf(focusedElement());
  const { length } = row;
  const next = { ArrowRight: index + 1, ArrowLeft: index + length - 1, Home: 0, End: length - 1 }[event.key];
  if (next === undefined || !isFocusedByKeyboard()) return null;
  event.preventDefault();
  event.stopPropagation();
  const button = row[next % length];
  button.focus();
  return button;
}

export const flip = () => put("flip", { isFlipped: !store.isFlipped });

/** Asks for a hint: first the piece to move, then the move. The program gives the hints of puzzles in steps. */
export function hint() {
  if (isTested()) return;
  const { hint: given, state } = store;
  if (given?.node !== state.node) {
    send("hint");
    return;
  }
  say(texts.hintMove(texts.move(given.text)));
  put("hint", { hint: { ...given, isMoveShown: true } });
}

/** Resigns after the person has confirmed it. */
async function resign() {
  if (await ask(texts.confirmResign, texts.controls.resign, texts.keepPlaying)) send("resign");
}

function drawControls() {
  const { state } = store;
  const isOver = Boolean(state.end);
  // Those who watch can only look.
  const isPlayed = !state.seats || Boolean(state.seats.own && !isOver);
  const hasEngine = state.players.some((player) => player.kind === "engine");
  const shown = {
    first: () => step(-Infinity),
    previous: () => step(-1),
    next: () => step(1),
    last: () => step(Infinity),
    flip,
    ...(isPlayed && !store.editor ? { undo: () => send("undo") } : {}),
    ...(store.editor || isBetweenPeople() || isTested() ? {} : { hint }),
    // A finger has no right button to draw with.
    ...(store.editor || !isTouch() || state.seats ? {} : { pencil: () => gestureOf({ kind: "pencil" }) }),
    ...(state.puzzle?.progress === "solving" ? { solution: () => send("show_solution") } : {}),
    ...(state.puzzle && !isTested() ? { "next-puzzle": startNextPuzzle } : {}),
    ...(!isOver && state.claim ? { claim: () => send("claim") } : {}),
    ...(state.searching === "play" ? { "move-now": () => send("move_now") } : {}),
    ...(isContest() && !isBetweenPeople() ? { pause: () => send("pause", { paused: !state.paused }) } : {}),
    ...(!isOver && isPlayed && !state.by_link && !state.puzzle && !store.editor
      ? { draw: () => send("draw"), resign }
      : {}),
  };
  /** @type {{ [name: string]: string }} */
  const labels = {
    ...texts.controls,
    draw: hasEngine || state.seats ? texts.controls.draw : texts.controls.agreeDraw,
    undo: state.seats ? texts.controls.askUndo : texts.controls.undo,
    claim: state.claim === "win" ? texts.controls.claimWin : texts.controls.claimDraw,
    pause: state.paused ? texts.controls.resume : texts.controls.pause,
  };
  const { pencil } = store.gesture;
  /** @type {{ [name: string]: object }} */
  const look = {
    pencil: { "aria-pressed": String(pencil !== null), "data-color": pencil, style: { color: pencil && INKS[pencil] } },
  };
  const stop = toolStop in shown ? toolStop : "first";
  render(
    byId("controls"),
    { "aria-label": texts.controls.toolbar, onkeydown: moveFocus },
    Object.entries(shown).map(([name, onclick]) => {
      const label = labels[name];
      const tabindex = name === stop ? "0" : "-1";
      const d = ICONS[name === "pause" && state.paused ? "resume" : name];
      return button(
        { id: name, class: "icon", "aria-label": label, title: label, onclick, tabindex, ...look[name] },
        svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d })),
      );
    }),
  );
}
