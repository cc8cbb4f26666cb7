// Squares as Japanese and Chinese players write them: a file in digits, and a rank in characters.

const RANKS = "一二三四五六七八九十";

/** The name of a rank, given as its letter. */
export const rankName = (/** @type {string} */ letter) => RANKS.charAt(letter.charCodeAt(0) - 97);

/** The name of a square, given as in USI. */
export const squareName = (/** @type {string} */ square) => square.slice(0, -1) + rankName(square.slice(-1));

/** Moves in USI with such squares. */
export const namedMoves = (/** @type {string[]} */ moves) => moves.map((move) => move.replace(/\d+[a-z]/g, squareName));
