// The board as an SVG picture that needs nothing else.

import { placeOf, shownPieces } from "./board.js";
import { svg } from "../core/dom.js";
import { shownHand } from "./hands.js";
import { pieceDefinitions } from "./pieces.js";
import { bottomSide, game, isWhiteBelow, otherSide, pieceAddress, pieceSide } from "../core/store.js";
import { texts } from "../core/texts.js";

/** @import { Side } from "../messages.d.ts" */

const CELL = 50,
  MARGIN = 26,
  HAND = 70;

/** Returns the shown position as the text of an SVG file. */
export function boardPicture() {
  const { files, ranks } = game();
  const [width, height] = [files * CELL, ranks * CELL];
  const picture = svg(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      width: width + 2 * (MARGIN + HAND),
      height: height + 2 * MARGIN,
      viewBox: `${-MARGIN - HAND} ${-MARGIN} ${width + 2 * (MARGIN + HAND)} ${height + 2 * MARGIN}`,
      "font-family": "sans-serif",
      "font-size": 14,
      "text-anchor": "middle",
    },
    svg("rect", { x: -MARGIN - HAND, y: -MARGIN, width: "100%", height: "100%", fill: "#ffffff" }),
    pieceDefinitions(),
    svg("rect", { width, height, fill: "#e9c98c", stroke: "#3d2a14", "stroke-width": 2 }),
  );
  for (let file = 1; file < files; file += 1)
    picture.append(svg("path", { d: `M${file * CELL} 0V${height}`, stroke: "#3d2a14" }));
  for (let rank = 1; rank < ranks; rank += 1)
    picture.append(svg("path", { d: `M0 ${rank * CELL}H${width}`, stroke: "#3d2a14" }));
  for (let index = 0; index < files; index += 1) {
    const label = isWhiteBelow() ? index + 1 : files - index;
    picture.append(svg("text", { x: (index + 0.5) * CELL, y: -8 }, label));
  }
  for (let index = 0; index < ranks; index += 1) {
    const label = texts.rank(String.fromCharCode(97 + (isWhiteBelow() ? ranks - 1 - index : index)));
    picture.append(svg("text", { x: width + 13, y: (index + 0.6) * CELL }, label));
  }
  for (const [square, piece] of Object.entries(shownPieces())) {
    const [column, row] = placeOf(square);
    picture.append(piecePicture(piece, column * CELL, row * CELL));
  }
  picture.append(
    ...handPicture(bottomSide(), width + MARGIN + 10, height, -1),
    ...handPicture(otherSide(bottomSide()), -MARGIN - HAND + 10, 0, 1),
  );
  return new XMLSerializer().serializeToString(picture);
}

function piecePicture(/** @type {string} */ piece, /** @type {number} */ x, /** @type {number} */ y) {
  const side = pieceSide(piece);
  const href = pieceAddress(side, piece.toUpperCase());
  const turn = (side === "white") !== isWhiteBelow() ? `rotate(180 ${x + CELL / 2} ${y + CELL / 2})` : null;
  return svg("g", { transform: turn }, svg("use", { href, x: x + 2, y: y + 2, width: CELL - 4, height: CELL - 4 }));
}

/**
 * Returns a hand as a column that grows away from an edge.
 * @type {(side: Side, x: number, edge: number, direction: number) => SVGElement[]}
 */
const handPicture = (side, x, edge, direction) => {
  const hand = shownHand(side);
  const letters = game()
    .pieces.map((info) => info.id)
    .filter((letter) => hand[letter]);
  return letters.flatMap((letter, index) => {
    const y = edge + direction * index * CELL - (direction < 0 ? CELL : 0);
    const piece = side === "black" ? letter : letter.toLowerCase();
    const count = hand[letter] > 1 ? [svg("text", { x: x + CELL + 4, y: y + CELL * 0.65 }, hand[letter])] : [];
    return [piecePicture(piece, x - 6, y), ...count];
  });
};
