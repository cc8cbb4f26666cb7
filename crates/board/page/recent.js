// The recent games, which the program keeps.

import { askBeforeLoss } from "./confirm.js";
import { send } from "./connection.js";
import { button, html } from "./dom.js";
import { on, store } from "./store.js";
import { language, texts } from "./texts.js";

/** @import { RecentInfo } from "./messages.d.ts" */

const SHOWN = 8;

/** The list. It is kept when the tab around it is drawn again. */
export const recentGames = html("div", { id: "recent" });

let showsAll = false;

export function initRecent() {
  on("games", draw);
}

function draw() {
  const t = texts.recent;
  const { games } = store;
  const shown = showsAll ? games : games.slice(0, SHOWN);
  recentGames.replaceChildren(
    ...(games.length
      ? [
          html("h2", {}, t.title),
          html("ul", { class: "recent" }, shown.map(gameElement)),
          games.length > shown.length && button({ class: "link", onclick: showAll }, t.all(games.length)),
        ].filter(Boolean)
      : []),
  );
}

function showAll() {
  showsAll = true;
  draw();
}

function gameElement(/** @type {RecentInfo} */ info) {
  const t = texts.recent;
  const title = store.hello.games.find((game) => game.name === info.variant)?.title ?? info.variant;
  const players = info.players
    .map((player) => (player.kind === "engine" ? texts.players.engine : texts.players.person))
    .join(" – ");
  const end = info.end ? texts.result(info.end) : t.unfinished;
  return html(
    "li",
    {},
    button(
      { class: "recent-game", "data-recent": info.id, onclick: () => open(info.id) },
      html("strong", {}, title),
      html("span", {}, players),
      html(
        "span",
        { class: "muted" },
        `${t.moves(info.moves)} · ${end} · ${new Date(info.saved).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" })}`,
      ),
    ),
    button(
      {
        class: "link",
        "aria-label": t.forget(title),
        title: t.forget(title),
        onclick: () => send("forget_game", { id: info.id }),
      },
      "×",
    ),
  );
}

async function open(/** @type {number} */ id) {
  if (await askBeforeLoss(texts.confirmReplace, texts.replace)) send("open_game", { id });
}
