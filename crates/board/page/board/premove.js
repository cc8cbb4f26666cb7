// Premoves: a person moves while the opponent thinks, and the move is played if it is legal then.

import { targetsOf } from "./board.js";
import { send } from "../core/connection.js";
import { changed, followsByMove, on, otherSide, store } from "../core/store.js";

/** @import { Side, TableView } from "../messages.d.ts" */
/** @import { Selection } from "../core/store.js" */

/** Whether the person whose pieces are on this side may move in advance. */
export function mayPremove(/** @type {Side} */ side) {
  const { state, settings } = store;
  const isPlayed = !state.free && !state.end && !state.paused && !state.puzzle;
  if (!settings.premoves || !isPlayed || state.node !== state.last_node) return false;
  const kinds = { black: state.players[0].kind, white: state.players[1].kind };
  const isOwn = state.seats ? state.seats.own === side : kinds[otherSide(side)] === "engine";
  return side !== state.side && kinds[side] === "person" && isOwn;
}

/**
 * Remembers a move of the selected piece to a square.
 * @param {Selection} selection
 * @param {string} to
 * @param {boolean} promotes Whether the piece promotes if it can.
 */
export function setPremove(selection, to, promotes) {
  store.premove = { ...selection, to, promotes };
  changed("premove");
}

export function cancelPremove() {
  if (!store.premove) return;
  store.premove = null;
  changed("premove");
}

/** Plays the premove as soon as the person may move. */
export function initPremove() {
  /** @type {TableView | null} */
  let before = null;
  on("state", () => {
    const { state, premove } = store;
    const isReply = followsByMove(before, state);
    const isOther = state.game !== before?.game || state.node !== before.node;
    before = state;
    if (!premove || !isOther) return;
    const { plain, promotion } = targetsOf(premove).get(premove.to) ?? {};
    cancelPremove();
    const move = premove.promotes ? (promotion ?? plain) : (plain ?? promotion);
    // After a move taken back or in a new game it would be a surprise.
    if (isReply && move) send("play", { node: state.node, move });
  });
}
