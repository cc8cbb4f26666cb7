// The languages of the page.

/** @typedef {typeof import("./english.js").english} Texts The texts of the page in a language. */
/** @typedef {{ name: string, load: () => Promise<Texts> }} Language */

/** The languages by their codes, with their own names. */
export const LANGUAGES = /** @type {const} @satisfies {{ [code: string]: Language }} */ ({
  en: { name: "English", load: async () => (await import("./english.js")).english },
  ja: { name: "日本語", load: async () => (await import("./japanese.js")).japanese },
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
export function preferredLanguage(/** @type {readonly string[]} */ tags) {
  return tags.map((tag) => tag.split("-")[0]).find(isLanguage) ?? "en";
}
