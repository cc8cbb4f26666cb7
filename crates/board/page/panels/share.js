// Setting up positions and games from texts and links, and copying them out.

import { say, send } from "../core/connection.js";
import { copyFrom } from "../core/clipboard.js";
import { saveAs, showRead } from "./files.js";
import { button, buttons, byId, focusedElement, html, render } from "../core/dom.js";
import { checkedInput } from "../core/fielderror.js";
import { readGameLink, writeGameLink } from "../core/gamelink.js";
import { beginAsChosen } from "./newgame.js";
import { boardPicture, boardPng } from "../board/picture.js";
import { replaceGame } from "../core/replacegame.js";
import { isBetweenPeople, on, shownLine, store } from "../core/store.js";
import { texts } from "../core/texts.js";

/** @import { ExportFormat } from "../messages.d.ts" */

export function initShare() {
  followLinks();
  on("state editor field", drawReading);
  drawReading();
  drawSharing();
}

/** The position that the line for positions shows. */
let writtenSfen = "";

/** Draws what reads positions and games. */
function drawReading() {
  const { position } = texts;
  const { state, editor } = store;
  // A game between two devices is not replaced.
  const isFixed = Boolean(state?.seats);
  // What is being typed stays.
  if (focusedElement()?.id !== "sfen" || editor) writtenSfen = editor?.sfen ?? state?.sfen ?? "";
  const [sfen, error] = checkedInput("input", {
    id: "sfen",
    type: "text",
    spellcheck: "false",
    autocomplete: "off",
    readonly: isFixed,
    value: writtenSfen,
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Enter") importText("sfen");
    },
  });
  render(
    byId("more-position"),
    {},
    html("summary", {}, position.more),
    html(
      "div",
      { id: "position-line" },
      html("label", { for: "sfen" }, position.sfen),
      sfen,
      button({ id: "set-sfen", hidden: isFixed, onclick: () => importText("sfen") }, position.set),
      error,
    ),
  );
  const pasted = checkedInput("textarea", {
    id: "import",
    rows: 4,
    spellcheck: "false",
    placeholder: position.importHint,
  });
  render(
    byId("reading"),
    { hidden: isFixed },
    html("label", { class: "field wide" }, html("span", {}, position.import), pasted),
    buttons(button({ id: "read", onclick: () => importText("import") }, position.read)),
  );
}

/** The text that was copied last; null before the first. */
let copied = /** @type {string | null} */ (null);

/** Draws what writes positions and games. */
function drawSharing() {
  const { position } = texts;
  const exports = Object.entries(position.exports).map(([format, label]) =>
    button({ "data-export": format, onclick: () => copyOut(format) }, label),
  );
  render(
    byId("sharing"),
    {},
    html("h2", {}, position.share),
    buttons(
      exports,
      button({ "data-export": "link", onclick: copyLink }, position.link),
      button({ "data-export": "svg", onclick: savePicture }, position.picture),
      button({ "data-export": "png", onclick: savePng }, position.png),
      button({ "data-export": "picture", onclick: copyPicture }, position.copyPicture),
    ),
    html("textarea", {
      id: "export",
      rows: 4,
      readonly: true,
      hidden: copied === null,
      value: copied,
      "aria-label": position.share,
    }),
  );
}

/** Shows a position or a game, of the chosen game unless the text names another. */
async function importText(/** @type {string} */ id) {
  if (await replaceGame("import", { text: byId(id).value, variant: store.variant }, id)) showRead();
}

async function copyOut(/** @type {string} */ format) {
  const reply = await send("export", { format: /** @type {ExportFormat} */ (format) });
  if (reply) copy(reply.text);
}

async function copyLink() {
  const reply = await send("export", { format: "usi" });
  if (!reply) return;
  const { state, tree } = store;
  // The address for other devices ends in the key, which the opponent must not get.
  const address = isBetweenPeople() ? null : store.hello.share?.address;
  const page = address ?? `${location.origin}${location.pathname}`;
  // The line that is shown, which may be a variation.
  const [start] = reply.text.split(" moves");
  const moves = shownLine()
    .slice(1)
    .map((node) => tree[node].move);
  const link = writeGameLink(state.variant, `${start.trim()} moves ${moves.join(" ")}`, tree[state.node].ply);
  copy(page + (page.includes("#") ? link.replace("#", "&") : link));
}

async function copy(/** @type {string} */ text) {
  copied = text;
  drawSharing();
  await copyFrom(byId("export"), texts.position.copied);
}

/** Opens the games that links to this page hold. */
function followLinks() {
  let link = takeLink();
  addEventListener("hashchange", () => {
    link = takeLink();
    if (store.state) open();
  });
  let isFirst = true;
  on("state", () => {
    if (link) open();
    else if (isFirst) beginAsChosen();
    isFirst = false;
  });
  async function open() {
    if (!link) return;
    const { variant, text, ply, play, id } = link;
    link = null;
    const game = { text, variant, by_link: play, link_id: id };
    // The opponent's reply in a game by links replaces that game without a question.
    const isReply = play !== null && play === store.state.by_link;
    const reply = await (isReply
      ? send("import", game, null, texts.position.badLink)
      : replaceGame("import", game, null, texts.position.badLink));
    if (reply && ply !== null) send("go_to", { node: Math.trunc(ply) || 0 });
  }
}

/** Returns the game that the address holds, if any. The address then forgets it. */
function takeLink() {
  const link = readGameLink(location.hash);
  // A pass stays where the browser cannot keep it.
  if (!location.hash.startsWith("#seat=")) history.replaceState(null, "", location.pathname);
  return link;
}

function savePicture() {
  if (store.state) saveAs(`${store.state.variant}.svg`, boardPicture(), "image/svg+xml");
}

async function savePng() {
  if (store.state) saveAs(`${store.state.variant}.png`, await boardPng(), "image/png");
}

async function copyPicture() {
  if (!store.state) return;
  try {
    // The browser waits for the picture, so that it still counts as a consequence of the click.
    await navigator.clipboard.write([new ClipboardItem({ "image/png": boardPng() })]);
    say(texts.position.copied);
  } catch {
    say(texts.position.copyPictureFailed, true);
  }
}
