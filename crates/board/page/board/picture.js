// Positions as SVG pictures.

import { placeOf, shownCoordinates } from "./board.js";
import { html, svg } from "../core/dom.js";
import { pieceSide } from "../core/moves.js";
import { drawings } from "./overlay.js";
import { glyph, pieceDefinitions, placedPiece } from "./pieces.js";
import { bottomSide, game, handLetters, otherSide, SIDES, store } from "../core/store.js";
import { texts } from "../core/texts.js";

/** @import { Side } from "../messages.d.ts" */

const CELL = 50,
  MARGIN = 26,
  HAND = 70;

/** Returns the shown position, with what is drawn on it, as the text of an SVG file that needs nothing else. */
export function boardPicture() {
  const { state, editor } = store;
  const shown = { ...state, ...editor, last_move: editor ? [] : state.last_move };
  const { files, ranks } = game();
  const drawn = svg("g", { transform: `scale(${CELL})` }, drawings());
  const size = { width: files * CELL + 2 * (MARGIN + HAND), height: ranks * CELL + 2 * MARGIN };
  const drawing = positionDrawing(shown, size, pieceDefinitions(), drawn);
  return new XMLSerializer().serializeToString(drawing);
}

/** The pixels of a PNG file for each unit of a picture. */
const PNG_SCALE = 2;

/** @returns {Promise<Blob>} The same picture as a PNG file. */
export async function boardPng() {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([boardPicture()], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = html("canvas", { width: PNG_SCALE * image.width, height: PNG_SCALE * image.height });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no memory")))),
  );
}

/**
 * Draws a position, in a size if it is given. The definitions of the pieces are those of the page unless they are given.
 * @param {{ pieces: { [square: string]: string }, hands: { [letter: string]: number }[], last_move: string[] }} position
 * @param {{ width?: number, height?: number }} size
 * @param {SVGElement[]} definitions
 * @param {SVGElement | null} over What is drawn over the board.
 */
export function positionDrawing({ pieces, hands, last_move: lastMove }, size = {}, definitions = [], over = null) {
  const { files, ranks } = game();
  const [width, height] = [files * CELL, ranks * CELL];
  const lines = [
    ...Array.from({ length: files - 1 }, (_, index) => `M${(index + 1) * CELL} 0V${height}`),
    ...Array.from({ length: ranks - 1 }, (_, index) => `M0 ${(index + 1) * CELL}H${width}`),
  ];
  const corner = (/** @type {string} */ square) => placeOf(square).map((place) => place * CELL);
  return svg(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      viewBox: `${-MARGIN - HAND} ${-MARGIN} ${width + 2 * (MARGIN + HAND)} ${height + 2 * MARGIN}`,
      ...size,
    },
    svg("rect", { x: -MARGIN - HAND, y: -MARGIN, width: "100%", height: "100%", fill: "#ffffff" }),
    definitions,
    svg("rect", { width, height, fill: "#e9c98c", stroke: "#3d2a14", "stroke-width": 2 }),
    lastMove.map((square) => {
      const [x, y] = corner(square);
      return svg("rect", { x, y, width: CELL, height: CELL, fill: "#d9a441" });
    }),
    svg("path", { d: lines.join(""), stroke: "#3d2a14" }),
    coordinates(),
    Object.entries(pieces).map(([square, piece]) => {
      const [x, y] = corner(square);
      return piecePicture(piece, x, y);
    }),
    handPicture(hands, bottomSide(), width + MARGIN + 10, height, -1),
    handPicture(hands, otherSide(bottomSide()), -MARGIN - HAND + 10, 0, 1),
    over,
  );
}

/** Numbers and letters as outlines, since a picture has no fonts. */
function coordinates() {
  const { files, ranks } = shownCoordinates();
  const size = 17;
  const text = (/** @type {string} */ characters, /** @type {number} */ x, /** @type {number} */ y) =>
    [...characters].map((character, index) =>
      glyph(character, "#000000", x + (index - characters.length / 2) * size * 0.6 - size * 0.2, y, size, size),
    );
  return [
    files.map((file, index) => text(file, (index + 0.5) * CELL, -size - 3)),
    ranks.map((rank, index) => text(texts.rank(rank), files.length * CELL + 13, (index + 0.5) * CELL - size / 2)),
  ];
}

const piecePicture = (/** @type {string} */ piece, /** @type {number} */ x, /** @type {number} */ y) =>
  placedPiece(pieceSide(piece), piece.toUpperCase(), x + CELL / 2, y + CELL / 2, CELL - 4);

/**
 * Returns a hand as a column that grows away from an edge.
 * @type {(hands: { [letter: string]: number }[], side: Side, x: number, edge: number, direction: number) => any[]}
 */
const handPicture = (hands, side, x, edge, direction) => {
  const hand = hands[SIDES.indexOf(side)];
  const letters = handLetters().filter((letter) => hand[letter]);
  return letters.flatMap((letter, index) => {
    const y = edge + direction * index * CELL - (direction < 0 ? CELL : 0);
    const piece = side === "black" ? letter : letter.toLowerCase();
    const digits = hand[letter] > 1 ? [...String(hand[letter])] : [];
    const count = digits.map((digit, place) => glyph(digit, "#000000", x + CELL - 5 + place * 9, y + 16, 16, 16));
    return [piecePicture(piece, x - 6, y), count];
  });
};
