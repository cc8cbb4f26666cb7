// Moves and pieces as USI and SFEN write them, and squares as Japanese and Chinese players do.

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

const RANKS = "一二三四五六七八九十";

/** The name of a rank, given as its letter. */
export const rankName = (/** @type {string} */ letter) => RANKS.charAt(letter.charCodeAt(0) - 97);

/** The name of a square, given as in USI: a file in digits, and a rank in characters. */
export const squareName = (/** @type {string} */ square) => square.slice(0, -1) + rankName(square.slice(-1));

/** Moves in USI with such squares. */
export const namedMoves = (/** @type {string[]} */ moves) => moves.map((move) => move.replace(/\d+[a-z]/g, squareName));
