// Symbols of the pieces for players who do not read kanji, as SVG paths in a square of 100 units.

import { svg } from "../core/dom.js";
import { OUTLINES } from "./kanji.js";

const BASE = "M33 76H67V84H33Z";

/**
 * What makes up the symbol of a piece, by the last word of its name: one path or several in ink, and one in the colour of
 * the piece to cut parts out.
 * @type {{ [name: string]: { ink: string | string[], cut?: string, fill?: string } }}
 */
const SYMBOLS = {
  king: {
    ink: `M46.5 24h7v6h6v6.5h-6V43h-7v-6.5h-6V30h6ZM50 45C58 36 74 40 72 53C71 61 66 65 65 72H35C34 65 29 61 28 53C26 40 42 36 50 45Z${BASE}`,
  },
  queen: {
    ink: `M28 44L38.5 57L40 36L50 54L60 36L61.5 57L72 44L66 72H34ZM24.5 41a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0ZM36.5 32.5a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0ZM56.5 32.5a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0ZM68.5 41a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0Z${BASE}`,
  },
  rook: { ink: `M32 32h8.5v6h5.5v-6h8v6h5.5v-6H68v14l-5 5v15l4 7H33l4-7V51l-5-5Z${BASE}`, cut: "M36 46.5h28v3H36Z" },
  bishop: {
    ink: `M50 26a4.5 4.5 0 0 1 3 8C63 41 68 51 66 60C65 66 61 70 57 73H43C39 70 35 66 34 60C32 51 37 41 47 34A4.5 4.5 0 0 1 50 26Z${BASE}`,
    cut: "M48.5 46h3v6h6v3h-6v8h-3v-8h-6v-3h6Z",
  },
  // Helmets of samurai; that of the gold general has a crest.
  gold: {
    ink: "M30 27C27 40 36 47 50 47C64 47 73 40 70 27C80 40 73 51 61 53H39C27 51 20 40 30 27ZM34 56H66C68 62 71 66 76 71L70 80C64 77 61 73 59 68H41C39 73 36 77 30 80L24 71C29 66 32 62 34 56Z",
    fill: "#d99a1c",
  },
  silver: {
    ink: "M50 31C64 31 71 42 71 55H29C29 42 36 31 50 31ZM34 58H66C68 63 71 67 76 71L70 80C64 77 61 73 59 68H41C39 73 36 77 30 80L24 71C29 67 32 63 34 58Z",
    fill: "#8f99a8",
  },
  knight: {
    ink: `M36 73C36 63 50 59 50 51C46 56 39 57 35 58L30 52C34 46 36 40 43 35L42 27L50 32C64 34 70 48 66 73Z${BASE}`,
    cut: "M42.5 43a2.3 2.3 0 1 0 4.6 0a2.3 2.3 0 1 0-4.6 0Z",
  },
  lance: { ink: "M50 22L59 42L50 50L41 42ZM47.5 51h5v34h-5ZM39 54.5h22v4.5H39Z" },
  pawn: { ink: `M50 36a9 9 0 0 1 6 15.600C58 61 64 66 65 73H35C36 66 42 61 44 51.600A9 9 0 0 1 50 36Z${BASE}` },
  dog: {
    ink: "M39 36C44 33 56 33 61 36C70 36 75 46 73 61C69 62 65 59 64 55C63 64 62 74 57 79C54 82 46 82 43 79C38 74 37 64 36 55C35 59 31 62 27 61C25 46 30 36 39 36Z",
    cut: "M42 51a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0-5.6 0ZM52.4 51a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0-5.6 0ZM45 66h10l-3.5 4.5v4h-3v-4Z",
  },
  cannon: {
    ink: ["M31 84L44 64L51 68L41 84Z", "M27 56L68 31L77 46L36 71C26 74 20 63 27 56Z", "M50 55a15 15 0 1 1-.1 0Z"],
    cut: "M50 64a6 6 0 1 1-.1 0Z",
  },
};

/** @type {{ [word: string]: string }} The colours of cannons by the first word of their names. */
const METALS = { Gold: "#d99a1c", Silver: "#8f99a8", Copper: "#b5622a", Iron: "#596273" };
const PLUS = "M69 67h7v7h7v7h-7v7h-7v-7h-7v-7h7Z";

/**
 * Returns the shapes of a piece's symbol, or null if there is none for its name. A promoted piece has the symbol
 * of the piece that it was, with a plus; a cannon also the letter of its metal.
 * @type {(name: string, isPromoted: boolean, ink: string, ground: string) => SVGElement[] | null}
 */
export const symbolShapes = (name, isPromoted, ink, ground) => {
  const words = name.split(" ");
  const symbol = SYMBOLS[words[words.length - 1].toLowerCase()];
  if (!symbol) return null;
  const metal = words.length > 1 && METALS[words[0]];
  const fill = symbol.fill ?? (metal || ink);
  const shapes = [symbol.ink]
    .flat()
    .map((d) =>
      svg("path", { d, fill, stroke: ink, "stroke-width": fill === ink ? 0 : 2.2, "stroke-linejoin": "round" }),
    );
  if (symbol.cut) shapes.push(svg("path", { d: symbol.cut, fill: ground }));
  if (metal)
    shapes.push(svg("path", { d: OUTLINES[words[0][0]], fill: ink, transform: "translate(25 21) scale(0.25 0.24)" }));
  if (isPromoted) shapes.push(svg("path", { d: PLUS, fill: ink, stroke: ground, "stroke-width": 2 }));
  return shapes;
};
