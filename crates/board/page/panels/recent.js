// The recent games, which the program keeps: the newest, or those that the person looks for.

import { send } from "../core/connection.js";
import { button, buttons, gameEntry, html } from "../core/dom.js";
import { replaceGame } from "../core/replacegame.js";
import { changed, gameTitle, on, store } from "../core/store.js";
import { language, playerText, texts } from "../core/texts.js";
import { download } from "./files.js";
import { takeSeat } from "./seats.js";

/** @import { RecentInfo } from "../messages.d.ts" */

const SHOWN = 5;

/** What is looked for. */
let searched = "";
/** The games that are found, and their number; null while nobody looks for any. @type {{ games: RecentInfo[], count: number } | null} */
let foundGames = null;
let searches = 0;

export function initRecent() {
  on("games", () => {
    if (foundGames) searchGames(foundGames.games.length);
  });
}

/** Looks for games, for at least as many as are shown. */
async function searchGames(atLeast = 0) {
  searches += 1;
  const [number, text] = [searches, searched];
  /** @type {RecentInfo[]} */
  const games = [];
  let count = 0;
  do {
    const reply = await send("find_games", { text, from: games.length });
    if (!reply || number !== searches) return;
    games.push(...reply.games);
    count = reply.games.length ? reply.count : games.length;
  } while (games.length < Math.min(atLeast, count));
  foundGames = { games, count };
  changed("found");
}

/** Returns the list, which is empty without games. */
export function recentGames() {
  const t = texts.recent;
  const { games, count } = foundGames ?? { games: store.games.slice(0, SHOWN), count: store.gameCount };
  const more = count - games.length;
  return html(
    "div",
    { id: "recent" },
    store.gameCount > 0 && html("h2", {}, t.title),
    foundGames &&
      html("input", {
        id: "find-games",
        type: "search",
        "aria-label": t.find,
        placeholder: t.find,
        value: searched,
        oninput: (/** @type {{ target: HTMLInputElement }} */ { target }) => {
          searched = target.value;
          searchGames();
        },
      }),
    html("ul", { class: "recent" }, games.map(recentElement)),
    foundGames && !games.length && html("p", { class: "muted" }, t.none),
    more > 0 &&
      button(
        { id: "more-games", class: "link", onclick: () => searchGames(foundGames ? games.length + 1 : 0) },
        foundGames ? t.more(more) : t.all(count),
      ),
    foundGames && games.length > 0 && buttons(button({ id: "export-games", onclick: saveFoundGames }, t.save(count))),
  );
}

async function saveFoundGames() {
  const reply = await send("export_games", { text: searched });
  if (reply) download(reply);
}

/** Shows a game, or takes the person's seat in it. */
async function openRecentGame(/** @type {number} */ id) {
  const reply = await replaceGame("open_game", { id });
  if (reply?.reply === "invited") takeSeat(reply.pass);
}

function recentElement(/** @type {RecentInfo} */ info) {
  const t = texts.recent;
  const title = gameTitle(info.variant);
  const players = info.players.map((player, side) => playerText(player, info.names?.[side]));
  const details = [
    info.mode.kind !== "board" && t.modes[info.mode.kind],
    t.moves(info.moves),
    info.end ? texts.result(info.end, texts.side) : t.unfinished,
    new Date(info.saved).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" }),
  ];
  const label = t.forget(title);
  const onclick = () => send("forget_game", { id: info.id });
  const forget = button({ class: "link", "aria-label": label, title: label, onclick }, "×");
  const properties = { key: `game ${info.id}`, "data-recent": info.id, onclick: () => openRecentGame(info.id) };
  return gameEntry(properties, title, players.join(" – "), details, forget);
}
