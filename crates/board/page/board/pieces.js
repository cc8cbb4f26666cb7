// Draws the pieces: shogi pentagons with kanji, with symbols, or with letters and movement marks.

import { button, byId, render, svg } from "../core/dom.js";
import { OUTLINES } from "./kanji.js";
import { movementMarks } from "./marks.js";
import { pieceSide } from "../core/moves.js";
import { bottomSide, game, on, pieceAddress, pieceInfo, SIDES, store } from "../core/store.js";
import { symbolShapes } from "./symbols.js";
import { kindName } from "../core/texts.js";

/** @import { PieceView, Side } from "../messages.d.ts" */

/** Fill, edge and ink of the pieces: wood for kanji, dark and light for the other sets. */
const WOOD = { fill: "url(#wood)", edge: "#54371b", ink: "#20140a", promotedInk: "#b3201b", ground: "#f3eede" };
const PAINTED = {
  black: { fill: "url(#dark)", edge: "#8d8896", ink: "#ffffff", promotedInk: "#ff9d8a", ground: "#3a3842" },
  white: { fill: "url(#light)", edge: "#54371b", ink: "#1d1b22", promotedInk: "#b3201b", ground: "#f3eede" },
};
const PENTAGON = "M50 5 78 17 90 95 10 95 22 17Z";

/** Draws the symbols of the pieces whenever the game or the piece set changes. */
export function initPieces() {
  /** What the symbols were drawn from. */
  let drawn = "";
  on("hello", () => {
    // The game of that name may have other pieces now.
    drawn = "";
  });
  on("state settings", () => {
    const wanted = `${store.state?.variant} ${store.settings.pieceSet}`;
    if (!store.state || wanted === drawn) return;
    drawn = wanted;
    render(byId("sprite"), {}, pieceDefinitions());
  });
}

const gradient = (/** @type {string} */ id, /** @type {[offset: number, color: string][]} */ ...stops) =>
  svg(
    "linearGradient",
    { id, x1: "0", y1: "0", x2: "1", y2: "1" },
    stops.map(([offset, color]) => svg("stop", { offset, "stop-color": color })),
  );

/** Returns gradients and a symbol for each piece of the game. */
export function pieceDefinitions() {
  const gradients = [
    gradient("wood", [0, "#fbe3ae"], [0.55, "#f0cd8b"], [1, "#d9ab62"]),
    gradient("dark", [0, "#4d4a55"], [1, "#2b2931"]),
    gradient("light", [0, "#fffdf6"], [1, "#e3dcc8"]),
  ];
  const symbols = game().pieces.flatMap((info) =>
    SIDES.map((side) =>
      svg("symbol", { id: pieceAddress(side, info.id).slice(1), viewBox: "0 0 100 100" }, pieceDrawing(info, side)),
    ),
  );
  return [svg("defs", {}, gradients), ...symbols];
}

/** Returns a drawing of a piece, given as an SFEN letter. White's pieces stand upside down unless flipped. */
export function pieceElement(/** @type {string} */ piece, { upright = false } = {}) {
  const side = pieceSide(piece);
  const turned = !upright && side !== bottomSide();
  return svg(
    "svg",
    // Another piece does not take over the movement of the one before.
    { key: `${piece} ${turned}`, class: turned ? "piece turned" : "piece", viewBox: "0 0 100 100" },
    svg("use", { href: pieceAddress(side, piece.toUpperCase()) }),
  );
}

/**
 * Returns a piece in a larger drawing: its side, its letter without one, its centre and its size.
 * @type {(side: Side, letter: string, x: number, y: number, size: number) => SVGElement}
 */
export function placedPiece(side, letter, x, y, size) {
  const transform = side === bottomSide() ? null : `rotate(180 ${x} ${y})`;
  const corner = { x: x - size / 2, y: y - size / 2 };
  const piece = svg("use", { href: pieceAddress(side, letter), ...corner, width: size, height: size });
  return svg("g", { transform }, piece);
}

/** Returns a small drawing that stands for a side. */
export const sideMark = (/** @type {Side} */ side) =>
  svg(
    "svg",
    { class: `side-mark ${side}`, viewBox: "0 0 100 100", "aria-hidden": "true" },
    svg("path", { d: PENTAGON }),
  );

/** Returns the shapes of a piece in a square of 100 units. */
function pieceDrawing(/** @type {PieceView} */ info, /** @type {Side} */ side) {
  const { pieceSet } = store.settings;
  const isPromoted = info.id.startsWith("+");
  const paint = pieceSet === "letters" || pieceSet === "symbols" ? PAINTED[side] : WOOD;
  const ink = isPromoted ? paint.promotedInk : paint.ink;
  /** @type {SVGElement[]} */
  const shapes = [
    svg("path", { d: PENTAGON, fill: paint.fill, stroke: paint.edge, "stroke-width": 1.6, "stroke-linejoin": "round" }),
  ];
  if (pieceSet === "letters") shapes.push(...letterShapes(info, ink), ...movementMarks(info, side));
  else if (pieceSet === "symbols")
    shapes.push(...(symbolShapes(basePiece(info).name, isPromoted, ink, paint.ground) ?? letterShapes(info, ink)));
  else shapes.push(...kanjiShapes(info, side, ink));
  const size = pieceSize(info);
  return svg("g", { transform: `translate(${50 * (1 - size)} ${62 * (1 - size)}) scale(${size})` }, shapes);
}

/** The unpromoted form of a piece. */
const basePiece = (/** @type {PieceView} */ info) => pieceInfo(info.id.replace("+", ""));

/** The king is the largest piece, pawns are the smallest. */
function pieceSize(/** @type {PieceView} */ info) {
  if (info.id === game().king) return 1.02;
  return { Pawn: 0.86, Lance: 0.91, Knight: 0.91 }[basePiece(info).name.split(" ").at(-1) ?? ""] ?? 0.96;
}

function kanjiShapes(/** @type {PieceView} */ info, /** @type {Side} */ side, /** @type {string} */ ink) {
  const names = store.settings.pieceSet === "kanji2" ? info.kanji : info.short_kanji;
  const characters = [...names[SIDES.indexOf(side)]];
  if (!characters.length || !characters.every((character) => OUTLINES[character])) return letterShapes(info, ink);
  if (characters.length === 1) return [glyph(characters[0], ink, 22, 28, 56, 60)];
  const height = 70 / characters.length;
  return characters.map((character, index) =>
    glyph(character, ink, 50 - 22, 21 + index * height, 44, height + (characters.length === 2 ? 2 : 0)),
  );
}

function letterShapes(/** @type {PieceView} */ info, /** @type {string} */ ink) {
  const letters = [...info.western];
  const width = Math.min(34, 62 / letters.length);
  const left = 50 - (width * letters.length) / 2;
  const [top, height] = letters.length > 1 ? [39, 38] : [33, 48];
  return letters.map((letter, index) => glyph(letter, ink, left + index * width, top, width, height, 1.5));
}

/**
 * Returns an outline scaled to a rectangle. Letters are narrow, so they are widened.
 * @type {(character: string, ink: string, x: number, y: number, width: number, height: number, widen?: number) => SVGElement}
 */
export function glyph(character, ink, x, y, width, height, widen = 1) {
  const scale = (width / 100) * widen;
  const offset = x + width / 2 - 50 * scale;
  return svg("path", {
    d: OUTLINES[character] ?? "",
    fill: ink,
    transform: `translate(${offset.toFixed(2)} ${y}) scale(${scale.toFixed(3)} ${(height / 100).toFixed(3)})`,
  });
}

/** The name of a piece, given as an SFEN letter, in the language of the page. */
export const pieceName = (/** @type {string} */ piece) => kindName(pieceInfo(piece), pieceSide(piece));

/** @type {(drawing: any, label: string, properties: object) => HTMLElement} Creates a button with the drawing of a piece. */
export const galleryPiece = (drawing, label, properties) =>
  button({ class: "gallery-piece", "aria-label": label, title: label, ...properties }, drawing);
