// The settings of the page: pieces, colours and hints.

import { say } from "../core/connection.js";
import { button, buttons, byId, checkbox, html, render, select } from "../core/dom.js";
import { saveSettings } from "../core/preferences.js";
import { on, store } from "../core/store.js";
import { qrCode } from "./seats.js";
import { LANGUAGES } from "../core/languages.js";
import { adoptLanguage, language, texts, useNotation } from "../core/texts.js";

export function initSettings() {
  byId("settings").textContent = texts.settings;
  byId("settings").addEventListener("click", open);
  const languages = byId("language");
  languages.setAttribute("aria-label", texts.language);
  languages.append(
    ...Object.entries(LANGUAGES).map(([code, { name }]) => html("option", { value: code, lang: code }, name)),
  );
  languages.value = language;
  languages.addEventListener("change", async () => {
    await saveSettings({ language: languages.value });
    adoptLanguage(languages.value);
  });
  on("settings", applySettings);
  applySettings();
  const dialog = byId("settings-dialog");
  // A click on the backdrop closes the dialog.
  dialog.addEventListener("click", (/** @type {MouseEvent} */ event) => {
    if (event.target === dialog) dialog.close();
  });
}

/** Applies what concerns the whole page, before its parts draw themselves. */
function applySettings() {
  const { board, theme, notation } = store.settings;
  useNotation(notation);
  document.documentElement.dataset.board = board;
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

function open() {
  const { settings } = store;
  const dialog = byId("settings-dialog");
  const save = (/** @type {string} */ name) => (/** @type {any} */ value) => saveSettings({ [name]: value });
  const t = texts.settingsDialog;
  dialog.setAttribute("aria-labelledby", "settings-title");
  render(
    dialog,
    html(
      "div",
      { class: "dialog" },
      html("h2", { id: "settings-title" }, t.title),
      select(t.pieces, Object.entries(t.sets), settings.pieceSet, save("pieceSet")),
      select(t.theme, Object.entries(t.themes), settings.theme, save("theme")),
      select(t.board, Object.entries(t.boards), settings.board, save("board")),
      select(t.notation, Object.entries(t.notations), settings.notation, save("notation"), "notation"),
      sizeChoice("threads", store.hello?.thread_counts ?? [], String),
      sizeChoice("hash", store.hello?.hash_sizes ?? [], (size) => `${size} MiB`),
      checkbox(t.sound, settings.sound, save("sound")),
      globalThis.speechSynthesis && checkbox(t.spoken, settings.spoken, save("spoken")),
      checkbox(t.notify, settings.notify, saveNotify),
      checkbox(t.animation, settings.animation, save("animation")),
      checkbox(t.premoves, settings.premoves, save("premoves")),
      checkbox(t.evaluations, settings.evaluations, save("evaluations")),
      checkbox(t.hover, settings.hover, save("hover")),
      checkbox(t.targets, settings.targets, save("targets")),
      checkbox(t.coordinates, settings.coordinates, save("coordinates")),
      ...shareAddress(),
      html("h3", {}, t.keys),
      checkbox(t.letterKeys, settings.letterKeys, save("letterKeys")),
      html(
        "dl",
        { class: "keys" },
        t.keyList.flatMap(([key, meaning]) => [html("dt", {}, key), html("dd", {}, meaning)]),
      ),
      html("p", { class: "muted" }, store.hello?.program ?? ""),
      buttons(button({ class: "primary", onclick: () => dialog.close() }, texts.close)),
    ),
  );
  dialog.showModal();
}

/** Asks the browser first, which asks the person. */
async function saveNotify(/** @type {boolean} */ wanted) {
  const notify = wanted && (await globalThis.Notification?.requestPermission()) === "granted";
  await saveSettings({ notify });
  if (wanted && !notify) say(texts.settingsDialog.notifyRefused, true);
}

/**
 * A size of the engine, if there are several: the first is the usual one.
 * @type {(name: "threads" | "hash", sizes: number[], text: (size: number) => string) => HTMLElement | false}
 */
const sizeChoice = (name, sizes, text) => {
  const options = sizes.toSorted((a, b) => a - b).map((size) => [size, text(size)]);
  const chosen = sizes.find((size) => size === store.settings[name]) ?? sizes[0];
  const save = (/** @type {string} */ size) => saveSettings({ [name]: Number(size) });
  return sizes.length > 1 && select(texts.settingsDialog[name], options, chosen, save, name);
};

/** The address for other devices with its QR code, if the program serves any. */
function shareAddress() {
  const share = store.hello?.share;
  if (!share) return [];
  return [
    html("h3", {}, texts.settingsDialog.share),
    html("p", {}, html("a", { href: share.address }, share.address)),
    qrCode(share),
  ];
}
