// Games between two people: the invitation to another device, what one player asks the other, and games by links.

import { copyFrom } from "../core/clipboard.js";
import { send } from "../core/connection.js";
import { closeDialog, showDialog } from "../core/dialog.js";
import { button, buttons, byId, gameEntry, html, isTouch, render, select, svg } from "../core/dom.js";
import { writeGameLink } from "../core/gamelink.js";
import { noteOwnSeat, ownSeats } from "../core/ownseats.js";
import { saver } from "../core/preferences.js";
import { replaceGame } from "../core/replacegame.js";
import { gameTitle, isContest, isToBeSent, on, otherSide, ownSide, SIDES, sideName, store } from "../core/store.js";
import { texts } from "../core/texts.js";
import { chosenGame, chosenTime, nameInput, timeChoice, timeInputs } from "./gamechoice.js";

/** @import { ShareView, Side } from "../messages.d.ts" */

/** Tells when the absence of the other player can be claimed. */
let absenceTimer = 0;
/** The game and the name that the program was told for it. */
let toldName = "";

/** Whether the other player was connected at the last message; null before the first one. */
let wasOtherThere = /** @type {boolean | null} */ (null);

export function initSeats() {
  on("state", () => {
    const { seats } = store.state;
    clearTimeout(absenceTimer);
    if (seats?.absence) absenceTimer = setTimeout(endWaiting, seats.absence);
    drawQuestion();
    followInvitation();
  });
  on("state settings", tellName);
  on("settings", () => {
    if (byId("invite-dialog").open && byId("invite-start")) openInvite();
  });
}

function endWaiting() {
  if (store.state.seats) store.state.seats.absence = 0;
  drawQuestion();
}

/** Writes the name of the only person here into the record, once in each game. */
function tellName() {
  const { state, settings } = store;
  const own = state && isContest() && state.person;
  const told = `${state?.game} ${settings.name}`;
  if (!own || !settings.name || toldName === told) return;
  toldName = told;
  if (state.names[SIDES.indexOf(own)] !== settings.name) send("name", { name: settings.name });
}

/** What the other player asks, or what is to be done with a move in a game of links. */
function drawQuestion() {
  const { seats } = store.state;
  const t = texts.seats;
  const question = seats?.question;
  const answer = (/** @type {boolean} */ accept) => () =>
    question && send("answer", { question: question.question, accept });
  const isOwn = question?.side === seats?.own;
  render(
    byId("question"),
    {},
    question && html("span", {}, (isOwn ? t.asked : t.asks)[question.question]),
    question && !isOwn && button({ id: "accept", class: "primary", onclick: answer(true) }, t.accept),
    question && button({ id: "decline", onclick: answer(false) }, isOwn ? t.withdraw : t.decline),
    typeof seats?.absence === "number" && html("span", {}, seats.absence ? t.left : t.leftLong),
    seats?.absence === 0 && [
      button({ id: "claim-win", onclick: () => send("claim_absence", { draw: false }) }, texts.controls.claimWin),
      button({ id: "claim-draw", onclick: () => send("claim_absence", { draw: true }) }, texts.controls.claimDraw),
    ],
    isToBeSent() && html("span", {}, t.sendHint),
    isToBeSent() && button({ id: "send-back", class: "primary", onclick: sendBack }, t.sendBack),
  );
}

/** Says what the game between two people is, and offers what can be done besides moves. */
export function gameBetweenPeople() {
  const { seats } = store.state;
  const t = texts.seats;
  const own = ownSide();
  const isPlayer = Boolean(seats?.own);
  return html(
    "div",
    {},
    html("p", {}, own ? (seats ? t.playing : t.playingByLink)(sideName(own)) : t.watching),
    buttons(
      isPlayer && button({ id: "rematch", onclick: () => send("rematch") }, t.rematch),
      seats && button({ id: "show-invitation", onclick: showInvitation }, t.showLink),
      // A guest has no other table here.
      seats && !store.hello.guest && button({ id: "leave", onclick: () => takeSeat("") }, t.leave),
    ),
    isPlayer && nameInput(),
    seats && otherSeats(seats.pass),
  );
}

/** The other seats that were taken in this browser. */
function otherSeats(/** @type {string | null} */ own) {
  const seats = ownSeats().filter(({ pass }) => pass !== own);
  if (!seats.length) return null;
  const t = texts.seats;
  return html(
    "div",
    { id: "own-seats" },
    html("h2", {}, t.yours),
    html(
      "ul",
      { class: "recent" },
      seats.map(({ pass, variant, side, opponent, moves, isOver }) => {
        const details = [
          side && sideName(side),
          moves !== undefined && texts.recent.moves(moves),
          !isOver && texts.recent.unfinished,
        ];
        const properties = { key: pass, onclick: () => takeSeat(pass) };
        return gameEntry(properties, variant ? gameTitle(variant) : t.back, opponent || texts.players.other, details);
      }),
    ),
  );
}

/** Takes a seat by its pass, or leaves the table if that is empty. The link loads the page again. */
export function takeSeat(/** @type {string} */ pass) {
  location.hash = `#seat=${pass}`;
}

/** Shows a heading and more in the dialog of games between two people. */
const showInvite = (/** @type {string} */ title, /** @type {any[]} */ ...children) =>
  showDialog("invite-dialog", {}, html("h2", { id: "invite-title" }, title), children);
const closeInvite = () => closeDialog("invite-dialog");
const closeButtons = () => buttons(button({ class: "primary", onclick: closeInvite }, texts.close));

/** Shows the setup of a game with another person. */
export function openInvite() {
  const { hello, settings } = store;
  const t = texts.seats;
  const isByLink = !hello.invites;
  const isAlone = !isByLink && !hello.share && isLoopback();
  showInvite(
    t.title,
    html("p", {}, isByLink ? t.aboutLinks : t.about),
    isAlone && html("p", { class: "muted" }, t.alone),
    select(texts.game.you, Object.entries(t.sides), settings.inviteSide, saver("inviteSide")),
    !isByLink && timeChoice(),
    !isByLink && settings.timing === "clock" && timeInputs(),
    nameInput(),
    !isByLink && settings.timing === "clock" && html("p", { class: "muted" }, t.absenceRule),
    buttons(
      button({ id: "invite-cancel", onclick: closeInvite }, texts.position.cancel),
      button({ id: "invite-start", class: "primary", onclick: isByLink ? startByLink : invite }, t.start),
    ),
  );
}

/** Whether this page is reached by an address that other devices cannot use. */
const isLoopback = () => /^(localhost|127\..*|\[::1\])$/.test(location.hostname);

/** @returns {Side | null} The side that the person has chosen, or null for either. */
const chosenSide = () => SIDES.find((side) => side === store.settings.inviteSide) ?? null;

async function invite() {
  const game = { ...chosenGame(), time: chosenTime() };
  const reply = await send("invite", { side: chosenSide(), game });
  if (reply) takeSeat(reply.pass);
}

async function startByLink() {
  const by_link = chosenSide() ?? SIDES[Math.floor(Math.random() * 2)];
  closeInvite();
  await replaceGame("new_game", { ...chosenGame(), by_link });
}

/** Shows the invitation at first, until the other player is there. */
function followInvitation() {
  const { seats } = store.state;
  if (!seats?.own || seats.pass === null) return;
  const { variant, names, last_node, end } = store.state;
  noteOwnSeat({
    pass: seats.pass,
    variant,
    side: seats.own,
    opponent: names[SIDES.indexOf(otherSide(seats.own))] ?? "",
    moves: store.tree[last_node]?.ply,
    isOver: end !== null,
  });
  const isOtherThere = seats.connected[SIDES.indexOf(otherSide(seats.own))];
  if (isOtherThere && wasOtherThere === false) closeInvite();
  if (!isOtherThere && wasOtherThere === null && store.tree.length < 2) showInvitation(null);
  wasOtherThere = isOtherThere;
}

/** Shows the links to this game. Without a press, only those who can invite the other player see them. */
async function showInvitation(/** @type {unknown} */ press) {
  const reply = await send("invitation", { page: addressForOthers() });
  if (!reply || (!press && !reply.player)) return;
  const t = texts.seats;
  const { own } = store.state.seats ?? {};
  showInvite(
    t.title,
    reply.player && html("p", {}, t.link(sideName(otherSide(own ?? "black")))),
    reply.player && linkField("player-link", t.playerLink, reply.player),
    reply.player && qrCode(reply.player),
    html("p", { class: "muted" }, t.watchHint),
    linkField("watcher-link", t.watcherLink, reply.watcher),
    reply.player && isLoopback() && !store.hello.share && html("p", { class: "muted" }, t.alone),
    closeButtons(),
  );
}

/** The address of this page for other devices. */
const addressForOthers = () => (isLoopback() && store.hello.share?.address) || location.origin + location.pathname;

/** @type {(id: string, label: string, link: { address: string }) => HTMLElement} */
const linkField = (id, label, { address }) =>
  html(
    "div",
    { class: "link-field" },
    html("input", { id, readonly: true, value: address, "aria-label": label }),
    button({ "data-copies": id, onclick: () => passOn(address, id) }, texts.seats.copy),
  );

/** A QR code. */
export function qrCode(/** @type {ShareView} */ { address, qr }) {
  const size = qr.length;
  const dark = qr.flatMap((row, y) => [...row].map((cell, x) => (cell === "1" ? `M${x} ${y}h1v1h-1z` : "")));
  return svg(
    "svg",
    { class: "qr", viewBox: `-3 -3 ${size + 6} ${size + 6}`, role: "img", "aria-label": address },
    svg("rect", { x: -3, y: -3, width: size + 6, height: size + 6, fill: "#fff" }),
    svg("path", { d: dark.join(""), fill: "#000" }),
  );
}

/** Sends a link with the game and whose turn it is. */
async function sendBack() {
  const reply = await send("export", { format: "usi" });
  if (!reply) return;
  const { state } = store;
  const plays = otherSide(state.by_link ?? "black");
  const address =
    location.origin + location.pathname + writeGameLink(state.variant, reply.text, null, plays, state.link_id);
  showInvite(
    texts.seats.sendBack,
    html("p", {}, texts.seats.sendAbout(sideName(plays))),
    linkField("sent-link", texts.seats.sendBack, { address }),
    closeButtons(),
  );
  passOn(address, "sent-link");
}

/** Shares a link by what the device has for it, or copies it; else the person copies it from an input element. */
async function passOn(/** @type {string} */ url, /** @type {string} */ input) {
  if (!isTouch() || !navigator.canShare?.({ url })) {
    await copyFrom(byId(input), texts.seats.copied);
    return;
  }
  try {
    await navigator.share({ url });
  } catch (error) {
    // Unless the person has closed the choice of programs.
    if (/** @type {Error} */ (error).name !== "AbortError") await copyFrom(byId(input), texts.seats.copied);
  }
}
