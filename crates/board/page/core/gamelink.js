// Links to this page that hold a position or a game: #variant=shosu&moves=10h10g,10c10d&ply=1

/** Returns the part of a link that holds a game: its variant, its line of USI, and the number of moves shown. */
export function writeGameLink(/** @type {string} */ variant, /** @type {string} */ usi, /** @type {number} */ ply) {
  const [, sfen, moves] = /^position (?:startpos|sfen (.*?))(?: moves ?(.*))?$/.exec(usi.trim()) ?? [];
  const parts = [`variant=${encodeURIComponent(variant)}`];
  if (sfen) parts.push(`position=${sfen.replaceAll(" ", "_")}`);
  if (moves) parts.push(`moves=${moves.replaceAll(" ", ",")}`);
  if (moves && ply !== moves.split(" ").length) parts.push(`ply=${ply}`);
  return `#${parts.join("&")}`;
}

/**
 * Returns what the hash of an address holds, or null if that is no game: the variant, if it is named, a line of
 * USI, and the number of moves to show, or null for all.
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
  };
}

/** Programs that pass links on may have escaped some characters, or broken an escape. */
function decode(/** @type {string} */ text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
