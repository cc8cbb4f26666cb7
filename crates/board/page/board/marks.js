// Draws how pieces move: small marks on pieces, and a diagram with example screens.

import { html, svg } from "../core/dom.js";
import { game, pieceAddress } from "../core/store.js";
import { kindName, texts } from "../core/texts.js";

/** @import { PieceView, RayView, Side, StepView } from "../messages.d.ts" */

const COLOURS = { both: "#2f9e44", quiet: "#1c7ed6", capture: "#e03131" };

/** The kinds of moves along a line that are possible over no piece, one and two. */
const KINDS_BY_SCREENS = [["slide"], ["hop", "jump"], ["hopTwo", "jump"]];

function reachesOf(/** @type {RayView} */ ray) {
  /** @type {[kind: string, quiet: number, capture: number][]} */
  const reaches = [
    ["slide", ray.slide_quiet, ray.slide_capture],
    ["hop", ray.hop_quiet, ray.hop_capture],
    ["hopTwo", ray.hop_two_quiet, ray.hop_two_capture],
    ["jump", ray.jump_quiet, ray.jump_capture],
  ];
  return reaches.filter(([, quiet, capture]) => quiet || capture);
}

/** Whether a piece captures or moves over another one. */
export const jumps = (/** @type {PieceView} */ { rays }) =>
  rays.some((ray) => reachesOf(ray).some(([kind]) => kind !== "slide"));

const modeOf = (/** @type {number | boolean} */ quiet, /** @type {number | boolean} */ capture) =>
  quiet && capture ? "both" : quiet ? "quiet" : "capture";

/** Returns marks around the letter of a piece: dots for steps, lines for slides, rings for jumps, triangles for leaps. */
export function movementMarks(/** @type {PieceView} */ info, /** @type {Side} */ side) {
  const stroke = side === "black" ? "#e8e4da" : "#4a4552";
  const at = (/** @type {number} */ right, /** @type {number} */ forward, /** @type {number} */ distance) => [
    50 + right * distance * 0.86,
    58 - forward * distance,
  ];
  const marks = [];
  for (const ray of info.rays) {
    const length = Math.hypot(ray.right, ray.forward);
    /** @type {[right: number, forward: number]} */
    const unit = [ray.right / length, ray.forward / length];
    for (const [kind, quiet, capture] of reachesOf(ray)) {
      const reach = Math.max(quiet, capture);
      if (kind !== "slide") {
        const [x, y] = at(...unit, 34);
        marks.push(ring(x, y, 3.4, capture ? "#ff6b57" : stroke, 2));
      } else if (reach === 1) {
        const [x, y] = at(...unit, 28);
        marks.push(svg("circle", { cx: x, cy: y, r: 2.6, fill: stroke }));
      } else {
        const [[x1, y1], [x2, y2]] = [at(...unit, 24), at(...unit, 31)];
        marks.push(svg("line", { x1, y1, x2, y2, stroke, "stroke-width": 3, "stroke-linecap": "round" }));
      }
    }
  }
  for (const leap of info.leaps) {
    const [x, y] = at(leap.right, leap.forward, 34 / Math.max(Math.abs(leap.right), Math.abs(leap.forward)));
    marks.push(svg("path", { d: `M${x} ${y - 3.5}L${x + 3.5} ${y + 2.5}L${x - 3.5} ${y + 2.5}Z`, fill: stroke }));
  }
  return marks;
}

/**
 * Returns a diagram of a piece's moves on an empty board, with pieces to jump over where it jumps, and the legend of its
 * marks.
 */
function movementDiagram(/** @type {PieceView} */ info) {
  const cells = 9,
    size = 20,
    centre = 4;
  const square = (/** @type {number} */ right, /** @type {number} */ forward) => ({
    x: (centre + right) * size,
    y: (centre - forward) * size,
  });
  /** @type {SVGElement[]} */
  const marks = [];
  const modes = new Set();
  const mark = (/** @type {number} */ right, /** @type {number} */ forward, /** @type {string} */ mode) => {
    if (Math.abs(right) > centre || Math.abs(forward) > centre) return;
    const { x, y } = square(right, forward);
    modes.add(mode);
    marks.push(markShape(mode, x + size / 2, y + size / 2, size * 0.28));
  };
  for (const ray of info.rays) {
    const reaches = reachesOf(ray);
    const farthest = Math.max(...reaches.flatMap(([, quiet, capture]) => [quiet, capture]));
    const hops = reaches.some(([kind]) => kind !== "slide");
    const hopsTwo = reaches.some(([kind]) => kind === "hopTwo");
    const screens = hopsTwo ? [1, 2] : hops ? [Math.min(2, farthest - 1)] : [];
    for (const screen of screens) mark(ray.right * screen, ray.forward * screen, "screen");
    for (let distance = 1; distance <= Math.min(centre, farthest); distance += 1) {
      const kinds = KINDS_BY_SCREENS[screens.filter((screen) => screen < distance).length];
      const usable = reaches.filter(([kind]) => kinds.includes(kind));
      const quiet = usable.some(([, reach]) => distance <= reach);
      const capture = usable.some(([, , reach]) => distance <= reach);
      if (!screens.includes(distance) && (quiet || capture))
        mark(ray.right * distance, ray.forward * distance, modeOf(quiet, capture));
    }
  }
  const blocked = blockedSquare(info);
  if (blocked) mark(blocked.right, blocked.forward, "screen");
  for (const leap of info.leaps) {
    if (!leap.path.some((step) => blocked && isSame(step, blocked)))
      mark(leap.right, leap.forward, modeOf(leap.quiet, leap.capture));
  }
  const { x, y } = square(0, 0);
  const lines = Array.from({ length: cells + 1 }, (_, line) => line * size);
  const diagram = svg(
    "svg",
    {
      class: "diagram",
      viewBox: `-1 -1 ${cells * size + 2} ${cells * size + 2}`,
      role: "img",
      "aria-label": describeMovement(info),
    },
    lines.map((line) => svg("path", { d: `M${line} 0V${cells * size}M0 ${line}H${cells * size}`, class: "grid" })),
    marks,
    svg("use", { href: pieceAddress("black", info.id), x: x - 3, y: y - 3, width: size + 6, height: size + 6 }),
  );
  const legend = html(
    "ul",
    { class: "legend" },
    Object.entries(texts.movement.legend)
      .filter(([mode]) => modes.has(mode))
      .map(([mode, text]) => html("li", {}, svg("svg", { viewBox: "0 0 20 20" }, markShape(mode, 10, 10, 6)), text)),
  );
  return [diagram, legend];
}

const isSame = (/** @type {StepView} */ a, /** @type {StepView} */ b) => a.right === b.right && a.forward === b.forward;

/** Returns the square of an example piece that blocks a lame leap, one to the right if there is any. */
function blockedSquare(/** @type {PieceView} */ info) {
  const first = info.leaps.flatMap((leap) => leap.path.slice(0, 1));
  return first.reduce((a, b) => (b.right > a.right ? b : a), first[0]);
}

/** @type {(mode: string, x: number, y: number, radius: number) => SVGElement} Returns the shape of a mark. */
export const markShape = (mode, x, y, radius) => {
  switch (mode) {
    case "both":
      return svg("circle", { cx: x, cy: y, r: radius, fill: COLOURS.both });
    case "quiet":
      return ring(x, y, radius * 0.85, COLOURS.quiet, radius * 0.45);
    case "capture": {
      const d = `M${x - radius} ${y - radius}L${x + radius} ${y + radius}M${x + radius} ${y - radius}L${x - radius} ${y + radius}`;
      return svg("path", { d, stroke: COLOURS.capture, "stroke-width": radius * 0.55, "stroke-linecap": "round" });
    }
    default: {
      const size = radius * 2.4;
      const corner = { x: x - size / 2, y: y - size / 2, rx: radius * 0.3 };
      return svg("rect", { ...corner, width: size, height: size, class: "screen-mark" });
    }
  }
};

/** @type {(cx: number, cy: number, r: number, stroke: string, width: number) => SVGElement} */
const ring = (cx, cy, r, stroke, width) => svg("circle", { cx, cy, r, fill: "none", stroke, "stroke-width": width });

/** @type {[keyof typeof texts.movement.directions, (ray: { right: number, forward: number }) => boolean][]} */
const DIRECTION_SETS = [
  ["all", () => true],
  ["orthogonal", (r) => !r.right || !r.forward],
  ["diagonal", (r) => r.right !== 0 && r.forward !== 0],
  ["vertical", (r) => !r.right],
  ["sideways", (r) => !r.forward],
  ["forwardDiagonal", (r) => r.right !== 0 && r.forward > 0],
  ["backwardDiagonal", (r) => r.right !== 0 && r.forward < 0],
  ["forward", (r) => !r.right && r.forward > 0],
  ["backward", (r) => !r.right && r.forward < 0],
  ["left", (r) => r.right < 0 && !r.forward],
  ["right", (r) => r.right > 0 && !r.forward],
  ["forwardLeft", (r) => r.right < 0 && r.forward > 0],
  ["forwardRight", (r) => r.right > 0 && r.forward > 0],
  ["backwardLeft", (r) => r.right < 0 && r.forward < 0],
  ["backwardRight", (r) => r.right > 0 && r.forward < 0],
];
const ALL_DIRECTIONS = [-1, 0, 1]
  .flatMap((right) => [-1, 0, 1].map((forward) => ({ right, forward })))
  .filter((d) => d.right || d.forward);

/** Names a set of directions with as few words as possible. */
function directionText(/** @type {RayView[]} */ rays) {
  let left = rays;
  const names = [];
  for (const [name, contains] of DIRECTION_SETS) {
    const wanted = ALL_DIRECTIONS.filter(contains);
    const has = (/** @type {{ right: number, forward: number }} */ d) =>
      left.some((ray) => ray.right === d.right && ray.forward === d.forward);
    if (wanted.every(has)) {
      names.push(texts.movement.directions[name]);
      left = left.filter((ray) => !wanted.some((d) => d.right === ray.right && d.forward === ray.forward));
    }
  }
  return texts.movement.list(names);
}

/** Describes in words how a piece moves. */
export function describeMovement(/** @type {PieceView} */ info) {
  const size = Math.max(game().files, game().ranks) - 1;
  /** @type {Map<string, { kind: string, reach: number, mode: ReturnType<typeof modeOf>, rays: RayView[] }>} */
  const groups = new Map();
  for (const ray of info.rays) {
    for (const [kind, quiet, capture] of reachesOf(ray)) {
      const reach = Math.max(quiet, capture);
      const mode = modeOf(quiet, capture);
      const key = `${kind} ${reach} ${mode}`;
      groups.set(key, { kind, reach, mode, rays: [...(groups.get(key)?.rays ?? []), ray] });
    }
  }
  const sentences = [...groups.values()].map(({ kind, reach, mode, rays }) =>
    texts.movement.sentence(rangeText(kind, reach, size), directionText(rays), texts.movement.mode[mode]),
  );
  const lame = info.leaps.filter((leap) => leap.path.length).length;
  const free = info.leaps.length - lame;
  const leaps = [...(free ? [texts.movement.leap(free)] : []), ...(lame ? [texts.movement.lameLeap(lame)] : [])];
  return texts.movement.sentences([...sentences, ...leaps]);
}

function rangeText(/** @type {string} */ kind, /** @type {number} */ reach, /** @type {number} */ size) {
  const { movement } = texts;
  if (kind === "slide") return reach === 1 ? movement.step : reach < size ? movement.upTo(reach) : movement.slide;
  if (reach === 2) return movement.shortHop;
  return kind === "hop" ? movement.hop : kind === "hopTwo" ? movement.hopTwo : movement.jump;
}

/** Returns a card with the name, the words and the diagram of a piece. */
export function movementCard(/** @type {PieceView} */ info) {
  const promoted = game().pieces.find((other) => other.id === `+${info.id}`);
  const name = kindName(info);
  const kanji = [...new Set(info.kanji)].join(" ");
  return html(
    "div",
    { class: "card" },
    html("h3", {}, name, " ", !info.kanji.includes(name) && html("span", { class: "kanji", lang: "ja" }, kanji)),
    html("p", {}, describeMovement(info)),
    movementDiagram(info),
    promoted &&
      html("p", { class: "muted" }, `${texts.movement.promotesTo(kindName(promoted))}${describeMovement(promoted)}`),
  );
}
