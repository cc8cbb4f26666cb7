// Setting up positions and games from text, and copying them out.

import { askBeforeLoss } from "./confirm.js";
import { send, say } from "./connection.js";
import { byId, html } from "./dom.js";
import { showPresentGame } from "./newgame.js";
import { boardPicture } from "./picture.js";
import { changed, on, store } from "./store.js";
import { texts } from "./texts.js";

export function initShare() {
  const { position } = texts;
  const sfen = byId("sfen");
  byId("sfen-label").textContent = position.sfen;
  byId("set-sfen").textContent = position.set;
  byId("set-sfen").addEventListener("click", () => importText(sfen));
  sfen.addEventListener("keydown", (event) => {
    if (event.key === "Enter") importText(sfen);
  });
  const pasted = html("textarea", { id: "import", rows: 4, spellcheck: "false", placeholder: position.importHint });
  const exports = Object.entries(position.exports).map(([format, label]) =>
    html("button", { type: "button", "data-export": format, onclick: () => copyOut(format) }, label),
  );
  byId("tab-position").append(
    html("label", { class: "field wide" }, html("span", {}, position.import), pasted),
    html(
      "div",
      { class: "buttons" },
      html("button", { type: "button", id: "read", onclick: () => importText(pasted) }, position.read),
    ),
    html("h2", {}, position.share),
    html(
      "div",
      { class: "buttons" },
      exports,
      html("button", { type: "button", "data-export": "svg", onclick: savePicture }, position.picture),
    ),
    html("textarea", { id: "export", rows: 4, readonly: true, hidden: true, "aria-label": position.share }),
  );
  on("state", () => {
    if (document.activeElement !== sfen && !store.editor) sfen.value = store.state.sfen;
  });
}

/** Shows a position or a game, of the chosen game unless the text names another. */
async function importText(input) {
  if (!(await askBeforeLoss(texts.confirmReplace, texts.replace))) return;
  say("");
  if (!(await send("import", { text: input.value, variant: byId("variant").value }, input))) return;
  store.editor = null;
  changed("editor");
  showPresentGame();
}

async function copyOut(format) {
  const reply = await send("export", { format });
  if (!reply) return;
  const output = byId("export");
  output.value = reply.text;
  output.hidden = false;
  try {
    await navigator.clipboard.writeText(reply.text);
    say(texts.position.copied);
  } catch {
    output.select();
    say(texts.position.copyFailed);
  }
}

function savePicture() {
  const file = new Blob([boardPicture()], { type: "image/svg+xml" });
  const link = html("a", { href: URL.createObjectURL(file), download: `${store.state.variant}.svg` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
