// What a person does on the board: one function from a gesture and an event to the next gesture and perhaps a command.
//
// An event says what a pointer or a key does, with the place below it: a square, or a piece in hand. The gesture says what
// is begun. The page draws it, and carries commands out. Nothing here knows the page or the program.

import { parseMove, pieceSide } from "./moves.js";

/** @import { DrawingView, Side } from "../messages.d.ts" */

/** @typedef {{ square?: string, side?: Side, letter?: string }} Place A square, or the piece with a letter in a side's hand. */
/** @typedef {DrawingView["color"]} Color */
/** @typedef {Place & { to: string, promotes: boolean }} Premove A move in advance: its piece, its target, and whether the piece promotes if it can. */
/** @typedef {{ piece: string, at: Place, isFinger: boolean }} Held A piece below a pointer. */
/** @typedef {Held & { pointer: number, x: number, y: number, time: number }} Press */

/**
 * The position that is shown, and what the person may do in it.
 * @typedef {object} BoardView
 * @property {string} game What tells games apart.
 * @property {number} node
 * @property {number | undefined} parent The node before this one.
 * @property {string} sfen
 * @property {{ [square: string]: string }} pieces
 * @property {string[]} legal
 * @property {Side} side The side to move.
 * @property {Side[]} movable The sides whose pieces may be chosen.
 * @property {Side | null} waiting The side that may move in advance.
 * @property {boolean} isEdited Whether pieces are placed freely.
 * @property {boolean} isDrawnOn Whether the person may draw circles and arrows.
 * @property {boolean} isWhiteBelow
 * @property {number} files
 * @property {number} ranks
 * @property {number} zone The ranks in which pieces promote.
 * @property {string[]} promotable The letters of the pieces that promote.
 */

/**
 * What the person has begun.
 * @typedef {object} Gesture
 * @property {BoardView} board
 * @property {Place | null} selection The piece that is chosen.
 * @property {Press | null} press The press that may become a drag.
 * @property {(Held & { over: string | null }) | null} drag The dragged piece, and the square below it.
 * @property {{ at: Place, to: string, moves: { plain: string, promotion: string } | null, isDragged: boolean } | null} promotion
 *   The move whose promotion is to be chosen: one of two, or one in advance.
 * @property {Premove | null} premove
 * @property {DrawingView | null} drawn The circle or arrow that is being drawn.
 * @property {Color | null} pencil The colour in which a finger draws.
 * @property {Place | null} shown The piece whose movement is shown.
 * @property {string | null} cursor The square to which the keyboard has led.
 * @property {number | null} heldSince When a long press began that has shown a movement.
 * @property {boolean} ignoresClick Whether the next click belongs to a drag or a long press.
 */

/**
 * What happens: to the position; by a pointer, to its end; to time, which makes a press a long one; by a click or a key.
 * @typedef {{ kind: "position", board: BoardView }
 *   | { kind: "down", at: Place, button: number, color: Color, pointer: number, isFinger: boolean, x: number, y: number, time: number }
 *   | { kind: "move", over: string | null, pointer: number, x: number, y: number }
 *   | { kind: "up", over: string | null, pointer: number, time: number }
 *   | { kind: "cancel" }
 *   | { kind: "hold", time: number }
 *   | { kind: "settle" }
 *   | { kind: "click", at: Place }
 *   | { kind: "context", at: Place }
 *   | { kind: "activate", at: Place }
 *   | { kind: "explain", at: Place | null }
 *   | { kind: "arrow", square: string, columns: number, rows: number }
 *   | { kind: "promote", promotes: boolean }
 *   | { kind: "pencil" }
 *   | { kind: "escape" }} GestureEvent
 */

/**
 * What the program is told: a move, the change of an edited position, or a drawing that appears or goes.
 * @typedef {{ kind: "play", move: string, isDragged: boolean }
 *   | { kind: "edit", at: Place, to?: string | null, count?: number }
 *   | { kind: "draw", drawing: DrawingView }} GestureCommand
 */

/** @typedef {{ gesture: Gesture, command: GestureCommand | null }} Step */

/** The pixels that make a press a drag. */
const DRAG_DISTANCE = 5;
/** The milliseconds that make a press of a finger a long one, which shows a movement. */
export const LONG_PRESS = 450;
/** The colours in the order in which the pencil has them. */
const PENCILS = /** @type {const} */ (["green", "red", "blue", "yellow", null]);

/** @type {Gesture} */
export const NO_GESTURE = {
  board: /** @type {any} */ (null),
  selection: null,
  press: null,
  drag: null,
  promotion: null,
  premove: null,
  drawn: null,
  pencil: null,
  shown: null,
  cursor: null,
  heldSince: null,
  ignoresClick: false,
};

/** @type {(gesture: Gesture, changes?: Partial<Gesture>, command?: GestureCommand | null) => Step} */
const become = (gesture, changes = {}, command = null) => ({ gesture: { ...gesture, ...changes }, command });

/**
 * The legal moves from a place, by target: without and with promotion.
 * @type {(board: BoardView, place: Place | null) => Map<string, { plain?: string, promotion?: string }>}
 */
export const targetsFrom = (board, place) => {
  const targets = new Map();
  for (const move of place ? board.legal : []) {
    const { drop, from, to, promotes } = parseMove(move);
    const isOne = place?.square ? from === place.square : drop === place?.letter && place?.side === board.side;
    if (isOne) targets.set(to, { ...targets.get(to), [promotes ? "promotion" : "plain"]: move });
  }
  return targets;
};

/** @type {(place: Place | null, other: Place) => boolean} Whether two places are the same. */
export const isSamePlace = (place, other) =>
  place?.square === other.square && place?.side === other.side && place?.letter === other.letter;

/**
 * The piece at a place as an SFEN letter; undefined if there is none.
 * @type {(board: Pick<BoardView, "pieces">, place: Place) => string | undefined}
 */
export function pieceAt({ pieces }, { square, side, letter }) {
  return square ? pieces[square] : side === "white" ? letter?.toLowerCase() : letter;
}

/**
 * The piece on a square, or in the hand of the side to move if its letter is given with a `*`, as an SFEN letter.
 * @type {(board: Pick<BoardView, "pieces" | "side">, origin: string) => string}
 */
export const pieceFrom = (board, origin) =>
  pieceAt(board, origin.endsWith("*") ? { side: board.side, letter: origin.slice(0, -1) } : { square: origin }) ?? "";

/** Whether the person may choose the piece at a place. */
function isMovable(/** @type {BoardView} */ board, /** @type {Place} */ at) {
  const piece = pieceAt(board, at);
  return Boolean(piece && board.movable.includes(pieceSide(piece)));
}

/** Chooses a piece in place of what was chosen before. */
const choosing = (/** @type {Gesture} */ { premove }, /** @type {Place | null} */ selection) => ({
  selection,
  promotion: null,
  shown: null,
  premove: selection ? null : premove,
});

/** @type {(gesture: Gesture, move: string, isDragged: boolean, shown?: Place | null) => Step} */
const playing = (gesture, move, isDragged, shown = null) =>
  become(gesture, { ...choosing(gesture, null), shown }, { kind: "play", move, isDragged });

/** Moves a piece: now, after the opponent's move, or to hear why it cannot. A choice of promotion comes first. */
function moveTo(/** @type {Gesture} */ gesture, /** @type {Place} */ at, /** @type {string} */ to, isDragged = false) {
  const { board } = gesture;
  const { plain, promotion } = targetsFrom(board, at).get(to) ?? {};
  if (plain && promotion)
    return become(gesture, {
      selection: at,
      promotion: { at, to, moves: { plain, promotion }, isDragged },
      shown: null,
    });
  const move = plain ?? promotion;
  if (move) return playing(gesture, move, isDragged);
  if (board.waiting !== pieceSide(pieceAt(board, at) ?? ""))
    return playing(gesture, (at.square ?? `${at.letter}*`) + to, false, at.square ? at : null);
  return mayPromote(board, at, to)
    ? become(gesture, { selection: at, promotion: { at, to, moves: null, isDragged }, shown: null })
    : become(gesture, { ...choosing(gesture, null), premove: { ...at, to, promotes: true } });
}

/** Whether a piece may promote by a move that is not yet known to be legal. */
function mayPromote(/** @type {BoardView} */ board, /** @type {Place} */ { square }, /** @type {string} */ to) {
  const piece = square && board.pieces[square];
  if (!piece || !board.promotable.includes(piece.toUpperCase())) return false;
  return [square, to].some((name) => {
    const rank = rankOf(name);
    return pieceSide(piece) === "black" ? rank < board.zone : rank >= board.ranks - board.zone;
  });
}

/** The rank of a square, counted from 0. */
const rankOf = (/** @type {string} */ square) => square.charCodeAt(square.length - 1) - 97;

/** Chooses the piece at a place, or moves the chosen one there. */
function activate(/** @type {Gesture} */ gesture, /** @type {Place} */ at) {
  const { board, selection, premove } = gesture;
  const { square } = at;
  if (board.isEdited) return become(gesture, {}, { kind: "edit", at });
  const isAgain = isSamePlace(selection, at);
  if (!square) return become(gesture, choosing(gesture, isAgain || !isMovable(board, at) ? null : at));
  const piece = pieceAt(board, at);
  if (premove && (!piece || premove.square === square || premove.to === square))
    return become(gesture, { premove: null, shown: null });
  if (isAgain) return become(gesture, choosing(gesture, null));
  if (selection && targetsFrom(board, selection).has(square)) return moveTo(gesture, selection, square);
  if (isMovable(board, at)) return become(gesture, choosing(gesture, at));
  if (selection) return moveTo(gesture, selection, square);
  return become(gesture, { shown: piece ? at : null });
}

/** @type {{ [K in GestureEvent["kind"]]: (gesture: Gesture, event: Extract<GestureEvent, { kind: K }>) => Step }} */
const STEPS_BY_KIND = {
  position(gesture, { board }) {
    const { board: before, cursor, premove, shown } = gesture;
    if (before?.game !== board.game) return become(NO_GESTURE, { board, cursor });
    const isOther = board.node !== before.node;
    const isTurned = board.isWhiteBelow !== before.isWhiteBelow;
    const selection = isOther || board.sfen !== before.sfen || board.isEdited ? null : gesture.selection;
    const isShown = shown && !board.isEdited && !isTurned && pieceAt(board, shown) === pieceAt(before, shown);
    const changes = {
      board,
      selection,
      promotion: selection && !isTurned ? gesture.promotion : null,
      premove: isOther ? null : premove,
      drawn: board.isEdited ? null : gesture.drawn,
      shown: isShown ? shown : null,
    };
    // After a move taken back it would be a surprise.
    const isReply = isOther && board.parent === before.node;
    const { plain, promotion } = (premove && isReply && targetsFrom(board, premove).get(premove.to)) || {};
    const move = premove?.promotes ? (promotion ?? plain) : (plain ?? promotion);
    return become(gesture, changes, move ? { kind: "play", move, isDragged: false } : null);
  },

  down(gesture, { at, button, color, pointer, isFinger, x, y, time }) {
    const { board, pencil, premove } = gesture;
    const ink = button === 2 ? color : pencil;
    if (ink && at.square && board.isDrawnOn && !premove)
      return become(gesture, { drawn: { color: ink, from: at.square, to: null } });
    if (button !== 0) return become(gesture);
    // A second finger cancels the drag of the first.
    const { gesture: cancelled } = STEPS_BY_KIND.cancel(gesture, { kind: "cancel" });
    const piece = pieceAt(board, at);
    const press = piece ? { at, piece, pointer, isFinger, x, y, time } : null;
    return become(cancelled, { press, heldSince: null, ignoresClick: false });
  },

  move(gesture, { over, pointer, x, y }) {
    const { board, drawn, drag, press } = gesture;
    const end = over === drawn?.from ? null : over;
    if (drawn && end !== drawn.to) return become(gesture, { drawn: { ...drawn, to: end } });
    if (press?.pointer !== pointer) return become(gesture);
    if (drag)
      return become(gesture, { press: { ...press, x, y }, drag: drag.over === over ? drag : { ...drag, over } });
    if (Math.hypot(x - press.x, y - press.y) < DRAG_DISTANCE) return become(gesture);
    const { at, piece, isFinger } = press;
    if (board.isEdited ? !at.square : !isMovable(board, at)) return become(gesture, { press: null });
    const chosen = board.isEdited ? {} : choosing(gesture, at);
    return become(gesture, { ...chosen, press: { ...press, x, y }, drag: { at, piece, isFinger, over } });
  },

  up(gesture, { over, pointer, time }) {
    const { board, drawn, press, drag, heldSince } = gesture;
    if (drawn) return become(gesture, { drawn: null }, over ? { kind: "draw", drawing: drawn } : null);
    if (press && press.pointer !== pointer) return become(gesture);
    // On a busy device the timer can come before the end of a press that was short.
    const wasShort = heldSince !== null && time - heldSince < LONG_PRESS;
    const ignoresClick = drag ? true : gesture.ignoresClick && !wasShort;
    const { gesture: released } = become(gesture, { press: null, drag: null, heldSince: null, ignoresClick });
    if (!drag) return become(released);
    const { at } = drag;
    if (board.isEdited) return become(released, {}, { kind: "edit", at, to: over });
    // The move that has arrived meanwhile may have captured the piece.
    const isGone = pieceAt(board, at) !== drag.piece;
    if (!over || over === at.square || isGone) return become(released, choosing(released, null));
    return moveTo(released, at, over, true);
  },

  cancel(gesture) {
    const { drag } = gesture;
    return become(gesture, { ...(drag && choosing(gesture, null)), press: null, drag: null, drawn: null });
  },

  hold(gesture, { time }) {
    const { board, press, drag } = gesture;
    if (!press || press.time !== time || drag) return become(gesture);
    const shown = board.isEdited ? null : press.at;
    return become(gesture, { press: null, heldSince: time, ignoresClick: true, shown });
  },

  settle: (gesture) => become(gesture, { ignoresClick: false }),

  click(gesture, { at }) {
    if (gesture.ignoresClick) return become(gesture, { ignoresClick: false });
    const { board, pencil, premove } = gesture;
    if (pencil && at.square && board.isDrawnOn && !premove) return become(gesture);
    return activate(gesture, at);
  },

  context(gesture, { at }) {
    const { board, heldSince, premove, press } = gesture;
    const isTaken = board.isEdited && at.letter;
    // A long press of a finger on a piece shows a movement.
    const isLongPress = press?.isFinger || heldSince !== null;
    return become(gesture, { premove: isLongPress ? premove : null }, isTaken ? { kind: "edit", at, count: -1 } : null);
  },

  activate: (gesture, { at }) => activate(gesture, at),

  explain(gesture, { at }) {
    const { board } = gesture;
    return become(gesture, { shown: at && pieceAt(board, at) && !board.isEdited ? at : null });
  },

  arrow(gesture, { square, columns, rows }) {
    const { files, ranks, isWhiteBelow } = gesture.board;
    const direction = isWhiteBelow ? -1 : 1;
    const [file, rank] = [Number.parseInt(square, 10) - direction * columns, rankOf(square) + direction * rows];
    const isInside = file >= 1 && file <= files && rank >= 0 && rank < ranks;
    return become(gesture, { cursor: isInside ? `${file}${String.fromCharCode(97 + rank)}` : square });
  },

  promote(gesture, { promotes }) {
    if (!gesture.promotion) return become(gesture);
    const { at, to, moves, isDragged } = gesture.promotion;
    if (moves) return playing(gesture, promotes ? moves.promotion : moves.plain, isDragged);
    return become(gesture, { ...choosing(gesture, null), premove: { ...at, to, promotes } });
  },

  pencil: (gesture) => become(gesture, { pencil: PENCILS[(PENCILS.indexOf(gesture.pencil) + 1) % PENCILS.length] }),

  escape: (gesture) => become(gesture, { ...choosing(gesture, null), premove: null }),
};

/** Returns what an event makes of a gesture. */
export const nextGesture = (/** @type {Gesture} */ gesture, /** @type {GestureEvent} */ event) =>
  /** @type {(gesture: Gesture, event: GestureEvent) => Step} */ (STEPS_BY_KIND[event.kind])(gesture, event);
