// Every text of the page, in the language of the browser unless the person has chosen another.

import { english } from "./english.js";
import { japanese } from "./japanese.js";
import { keep, readKept } from "../kept.js";

/** @import { PieceView } from "../messages.d.ts" */

const LANGUAGE_KEY = "ozutsu-language";

/** The languages by their codes, with their own names. */
export const LANGUAGES = { en: "English", ja: "日本語" };

/** The code of the page's language. The browser keeps the choice, too, since it is needed before the program answers. */
export const language = chosenLanguage() ?? (navigator.language.startsWith("ja") ? "ja" : "en");

export const texts = language === "ja" ? japanese : english;

/** The name of a kind of piece in the language of the page. In Japanese it can depend on the side. */
export const kindName = (/** @type {PieceView} */ info, side = "black") =>
  (language === "ja" && info.kanji[side === "white" ? 1 : 0]) || info.name;

/** Seconds as clocks show them: "0:05", or "1:02:03" from an hour on. */
export function timeText(/** @type {number} */ seconds) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

document.documentElement.lang = language;

function chosenLanguage() {
  const chosen = readKept("localStorage", LANGUAGE_KEY);
  return chosen !== null && chosen in LANGUAGES ? chosen : null;
}

/** Loads the page again in another language, if the browser can keep it until then. */
export function adoptLanguage(/** @type {string} */ code) {
  if (code === language || !(code in LANGUAGES)) return;
  if (keep("localStorage", LANGUAGE_KEY, code)) location.reload();
}

/** For JSON.parse: takes the text in the language of the page where a message has it in all languages. */
export const inLanguage = (/** @type {string} */ _key, /** @type {any} */ value) =>
  typeof value?.en === "string" && typeof value.ja === "string" ? value[language] : value;
