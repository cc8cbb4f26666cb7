// Links to this page that hold a position or a game: #variant=shosu&moves=10h10g,10c10d&ply=1

/** @import { Side } from "../messages.d.ts" */

/**
 * Returns the part of a link that holds a game: its variant, its line of USI, the number of moves shown or null for
 * all, and in a game by links the side of the person who opens it and what its links name it by.
 * @type {(variant: string, usi: string, ply: number | null, play?: Side, id?: string) => string}
 */
export function writeGameLink(variant, usi, ply, play, id) {
  const [, sfen, moves] = /^position (?:startpos|sfen (.*?))(?: moves ?(.*))?$/.exec(usi.trim()) ?? [];
  const parts = [`variant=${encodeURIComponent(variant)}`];
  if (sfen) parts.push(`position=${sfen.replaceAll(" ", "_")}`);
  if (moves) parts.push(`moves=${moves.replaceAll(" ", ",")}`);
  if (moves && ply !== null && ply !== moves.split(" ").length) parts.push(`ply=${ply}`);
  if (play) parts.push(`play=${play}`);
  if (id) parts.push(`game=${encodeURIComponent(id)}`);
  return `#${parts.join("&")}`;
}

/** Returns the start position of a line of USI as SFEN, or null if it is that of the variant. */
export const startOf = (/** @type {string} */ usi) => /^position sfen (.*?)(?: moves|$)/.exec(usi.trim())?.[1] ?? null;

/**
 * Returns what the hash of an address holds, or null if that is no game: the variant, if it is named, a line of
 * USI, the number of moves to show, or null for all, the side of this person in a game by links, or null, and what its
 * links name it by, or nothing.
 * @param {string} hash
 */
export function readGameLink(hash) {
  const parts = new Map(
    hash
      .slice(1)
      .split("&")
      .map((part) => [part.split("=", 1)[0], decode(part.slice(part.indexOf("=") + 1))]),
  );
  if (!["variant", "position", "sfen", "moves"].some((name) => parts.has(name))) return null;
  const words = (/** @type {string} */ name) => (parts.get(name) ?? "").split(/[\s,_]+/).filter(Boolean);
  const sfen = words(parts.has("position") ? "position" : "sfen").join(" ");
  const moves = words("moves").join(" ");
  return {
    variant: parts.get("variant") || null,
    text: `position ${sfen ? `sfen ${sfen}` : "startpos"}${moves && ` moves ${moves}`}`,
    ply: parts.has("ply") ? Number(parts.get("ply")) : null,
    play: readSide(parts.get("play")),
    id: parts.get("game") ?? "",
  };
}

/** @type {(text: string | undefined) => Side | null} */
const readSide = (text) => (text === "black" || text === "white" ? text : null);

/** Programs that pass links on may have escaped some characters, or broken an escape. */
function decode(/** @type {string} */ text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
