// Moves and pieces as USI and SFEN write them.

/** @import { Side } from "../messages.d.ts" */

/**
 * The side of a piece, given as an SFEN letter.
 * @param {string} piece
 * @returns {Side}
 */
export const pieceSide = (piece) => (piece === piece.toUpperCase() ? "black" : "white");

/** Splits a USI move into its parts. */
export function parseMove(/** @type {string} */ move) {
  const [, drop, from, to, promotion] = /** @type {RegExpExecArray} */ (
    /^(?:([A-Z])\*|(\d+[a-z]))(\d+[a-z])(\+?)$/.exec(move)
  );
  return { drop, from, to, promotes: promotion === "+" };
}
