// The settings of the page: pieces, colours and hints.

import { byId, checkbox, html, select } from "./dom.js";
import { on, saveSettings, store } from "./store.js";
import { texts } from "./texts.js";

export function initSettings() {
  byId("settings").textContent = texts.settings;
  byId("settings").addEventListener("click", open);
  on("settings", applyTheme);
  applyTheme();
  const dialog = byId("settings-dialog");
  // A click on the backdrop closes the dialog.
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
}

function applyTheme() {
  const { theme } = store.settings;
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

function open() {
  const { settings } = store;
  const dialog = byId("settings-dialog");
  const save = (name) => (value) => saveSettings({ [name]: value });
  const t = texts.settingsDialog;
  dialog.setAttribute("aria-labelledby", "settings-title");
  dialog.replaceChildren(html("div", { class: "dialog" },
    html("h2", { id: "settings-title" }, t.title),
    select(t.pieces, Object.entries(t.sets), settings.pieceSet, save("pieceSet")),
    select(t.theme, Object.entries(t.themes), settings.theme, save("theme")),
    checkbox(t.hover, settings.hover, save("hover")),
    checkbox(t.targets, settings.targets, save("targets")),
    checkbox(t.coordinates, settings.coordinates, save("coordinates")),
    html("h3", {}, t.keys),
    html("dl", { class: "keys" }, t.keyList.flatMap(([key, meaning]) => [html("dt", {}, key), html("dd", {}, meaning)])),
    html("p", { class: "muted" }, store.hello?.program ?? ""),
    html("div", { class: "buttons" }, html("button", { type: "button", class: "primary", onclick: () => dialog.close() }, texts.close))));
  dialog.showModal();
}
