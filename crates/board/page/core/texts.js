// Every text of the page, in the language of the browser unless the person has chosen another.

import { rankName } from "./moves.js";
import { isLanguage, LANGUAGES, preferredLanguage } from "./languages.js";
import { keep, readKept } from "../kept.js";

/** @import { Texts } from "./languages.js" */
/** @import { MoveText, PieceView, Player, Side } from "../messages.d.ts" */

const LANGUAGE_KEY = "ozutsu-language";

/** The code of the page's language. The browser keeps the choice, too, since it is needed before the program answers. */
export const language = chosenLanguage() ?? preferredLanguage(navigator.languages);

document.documentElement.lang = language;

/** @type {Texts} */
export const texts = await LANGUAGES[language].load();

/** How moves and ranks are written in the language, and in every notation that can be chosen instead. */
const NOTATIONS = {
  language: { move: texts.move, rank: texts.rank },
  western: { move: (/** @type {MoveText} */ { western }) => western, rank: (/** @type {string} */ letter) => letter },
  japanese: { move: (/** @type {MoveText} */ { japanese }) => japanese, rank: rankName },
};

/** Writes moves and ranks in a notation from now on. */
export function useNotation(/** @type {string} */ name) {
  Object.assign(texts, NOTATIONS[/** @type {keyof typeof NOTATIONS} */ (name)] ?? NOTATIONS.language);
}

/** The name of a kind of piece in the language of the page. */
export const kindName = (/** @type {PieceView} */ info, /** @type {Side} */ side = "black") =>
  texts.pieceName(info, side);

/**
 * What a player is called: the engine by its strength, a person by the name if one is known.
 * @type {(player: Player, name?: string | null) => string}
 */
export function playerText(player, name) {
  const { players } = texts;
  if (player.kind === "person") return name ?? players.person;
  if (player.level !== undefined) return players.level(player.level);
  return player.elo === undefined ? players.engine : players.elo(player.elo);
}

/** Seconds as clocks show them: "0:05", or "1:02:03" from an hour on. */
export function timeText(/** @type {number} */ seconds) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

function chosenLanguage() {
  const chosen = readKept("localStorage", LANGUAGE_KEY);
  return isLanguage(chosen) ? chosen : null;
}

/** Loads the page again in another language, if the browser can keep it until then. */
export function adoptLanguage(/** @type {string} */ code) {
  if (code === language || !isLanguage(code)) return;
  if (keep("localStorage", LANGUAGE_KEY, code)) location.reload();
}
