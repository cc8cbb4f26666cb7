// The recent games, which the program keeps.

import { send } from "../core/connection.js";
import { button, html } from "../core/dom.js";
import { replaceGame } from "../core/replacegame.js";
import { changed, gameTitle, store } from "../core/store.js";
import { language, texts } from "../core/texts.js";

/** @import { RecentInfo } from "../messages.d.ts" */

const SHOWN = 5;

let showsAll = false;

/** Returns the list, which is empty without games. */
export function recentGames() {
  const t = texts.recent;
  const { games } = store;
  const shown = showsAll ? games : games.slice(0, SHOWN);
  return html(
    "div",
    { id: "recent" },
    games.length > 0 && html("h2", {}, t.title),
    html("ul", { class: "recent" }, shown.map(gameElement)),
    games.length > shown.length && button({ class: "link", onclick: showAll }, t.all(games.length)),
  );
}

function showAll() {
  showsAll = true;
  changed("games");
}

function gameElement(/** @type {RecentInfo} */ info) {
  const t = texts.recent;
  const title = gameTitle(info.variant);
  const players = info.players
    .map((player, side) =>
      player.kind === "engine" ? texts.players.engine : (info.names?.[side] ?? texts.players.person),
    )
    .join(" – ");
  const end = info.end ? texts.result(info.end, texts.side) : t.unfinished;
  return html(
    "li",
    { key: `game ${info.id}` },
    button(
      { class: "recent-game", "data-recent": info.id, onclick: () => replaceGame("open_game", { id: info.id }) },
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
