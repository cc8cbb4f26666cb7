// The languages of the page. English is loaded with the page, the others when they are chosen.

import { english } from "./english.js";

/** @typedef {typeof english} Texts The texts of the page in a language. */
/** @typedef {{ name: string, load: () => Promise<Texts> }} Language */

/** The languages by their codes, with their own names. */
export const LANGUAGES = /** @type {const} @satisfies {{ [code: string]: Language }} */ ({
  en: { name: "English", load: async () => english },
  ja: { name: "日本語", load: async () => (await import("./japanese.js")).japanese },
  "zh-Hans": { name: "简体中文", load: async () => (await import("./chinese.js")).simplified },
  "zh-Hant": { name: "繁體中文", load: async () => (await import("./traditional.js")).traditional },
});

/** @typedef {keyof typeof LANGUAGES} LanguageCode */

/**
 * Whether a code is one of a language of the page.
 * @param {any} code
 * @returns {code is LanguageCode}
 */
export const isLanguage = (code) => Object.hasOwn(LANGUAGES, code);

/**
 * The first language of the page that a person reads, given those that the browser prefers.
 * @returns {LanguageCode}
 */
export const preferredLanguage = (/** @type {readonly string[]} */ tags) =>
  tags.map(languageOf).find(isLanguage) ?? "en";

/** Where Chinese is written in traditional characters. */
const TRADITIONAL = ["tw", "hk", "mo"];

/** The code that the page would have for a language. Chinese has one for each script. */
function languageOf(/** @type {string} */ tag) {
  const [language, ...details] = tag.toLowerCase().split("-");
  if (language !== "zh") return language;
  const isTraditional = details.includes("hant") || TRADITIONAL.some((region) => details.includes(region));
  return isTraditional && !details.includes("hans") ? "zh-Hant" : "zh-Hans";
}
