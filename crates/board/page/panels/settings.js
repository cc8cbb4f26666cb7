// The settings of the page: pieces, colours and hints.

import { say } from "../core/connection.js";
import { closeDialog, showDialog } from "../core/dialog.js";
import { button, buttons, byId, checkbox, html, render, select, setProperties } from "../core/dom.js";
import { saver, saveSettings } from "../core/preferences.js";
import { on, store } from "../core/store.js";
import { qrCode } from "./seats.js";
import { LANGUAGES } from "../core/languages.js";
import { adoptLanguage, language, texts, useNotation } from "../core/texts.js";

export function initSettings() {
  render(byId("settings"), { onclick: openSettings }, texts.settings);
  render(
    byId("language"),
    {
      "aria-label": texts.language,
      value: language,
      onchange: async (/** @type {{ target: HTMLSelectElement }} */ { target }) => {
        await saveSettings({ language: target.value });
        adoptLanguage(target.value);
      },
    },
    Object.entries(LANGUAGES).map(([code, { name }]) => html("option", { value: code, lang: code }, name)),
  );
  on("settings", applySettings);
  applySettings();
}

/** Applies what concerns the whole page, before its parts draw themselves. */
function applySettings() {
  const { board, theme, notation } = store.settings;
  useNotation(notation);
  setProperties(document.documentElement, { "data-board": board, "data-theme": theme === "auto" ? null : theme });
}

function openSettings() {
  const { settings } = store;
  const t = texts.settingsDialog;
  const properties = {
    // A click on the backdrop closes the dialog.
    onclick: (/** @type {MouseEvent} */ { target }) => {
      if (target === byId("settings-dialog")) closeSettings();
    },
  };
  showDialog(
    "settings-dialog",
    properties,
    html("h2", { id: "settings-title" }, t.title),
    select(t.pieces, Object.entries(t.sets), settings.pieceSet, saver("pieceSet")),
    select(t.theme, Object.entries(t.themes), settings.theme, saver("theme")),
    select(t.board, Object.entries(t.boards), settings.board, saver("board")),
    select(t.notation, Object.entries(t.notations), settings.notation, saver("notation"), "notation"),
    sizeChoice("threads", store.hello?.thread_counts ?? [], String),
    sizeChoice("hash", store.hello?.hash_sizes ?? [], (size) => `${size} MiB`),
    checkbox(t.sound, settings.sound, saver("sound")),
    globalThis.speechSynthesis && checkbox(t.spoken, settings.spoken, saver("spoken")),
    checkbox(t.notify, settings.notify, saveNotify),
    checkbox(t.animation, settings.animation, saver("animation")),
    checkbox(t.premoves, settings.premoves, saver("premoves")),
    checkbox(t.evaluations, settings.evaluations, saver("evaluations")),
    checkbox(t.hover, settings.hover, saver("hover")),
    checkbox(t.targets, settings.targets, saver("targets")),
    checkbox(t.coordinates, settings.coordinates, saver("coordinates")),
    ...shareAddress(),
    html("h3", {}, t.keys),
    checkbox(t.letterKeys, settings.letterKeys, saver("letterKeys")),
    html(
      "dl",
      { class: "keys" },
      t.keyList.flatMap(([key, meaning]) => [html("dt", {}, key), html("dd", {}, meaning)]),
    ),
    html("p", { class: "muted" }, store.hello?.program ?? ""),
    buttons(button({ class: "primary", onclick: closeSettings }, texts.close)),
  );
}

const closeSettings = () => closeDialog("settings-dialog");

/** Asks the browser first, which asks the person. */
async function saveNotify(/** @type {boolean} */ wanted, /** @type {HTMLInputElement} */ box) {
  const notify = wanted && (await globalThis.Notification?.requestPermission()) === "granted";
  box.checked = notify;
  if (wanted && !notify) say(texts.settingsDialog.notifyRefused, true);
  await saveSettings({ notify });
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
