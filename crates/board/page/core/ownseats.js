// The seats that were taken in this browser, each with what its game was last. They lead back to the games.

import { keep, readKept } from "../kept.js";

/** @import { Side } from "../messages.d.ts" */

/** @typedef {{ pass: string, variant?: string, side?: Side, opponent?: string, moves?: number, isOver?: boolean }} OwnSeat */

const SEATS = "ozutsu-seats";
/** The one seat that version 0.4.0 has kept. */
const LAST_SEAT = "ozutsu-last-seat";
/** The most seats that are kept. */
const MAX_SEATS = 50;

/** @returns {OwnSeat[]} The seats, the last one first. */
export function ownSeats() {
  const last = readKept("localStorage", LAST_SEAT);
  try {
    const seats = /** @type {OwnSeat[]} */ (JSON.parse(readKept("localStorage", SEATS) ?? "[]"));
    return last && seats.every(({ pass }) => pass !== last) ? [...seats, { pass: last }] : seats;
  } catch {
    // Another version may have written something else.
    return [];
  }
}

/** Keeps a seat in place of what was known of it. */
export function noteOwnSeat(/** @type {OwnSeat} */ seat) {
  const others = ownSeats().filter(({ pass }) => pass !== seat.pass);
  keep("localStorage", SEATS, JSON.stringify([seat, ...others].slice(0, MAX_SEATS)));
  keep("localStorage", LAST_SEAT, null);
}

/** Forgets a seat whose game is not there any more. */
export function forgetOwnSeat(/** @type {string} */ lost) {
  const seats = ownSeats().filter(({ pass }) => pass !== lost);
  keep("localStorage", SEATS, JSON.stringify(seats));
  keep("localStorage", LAST_SEAT, null);
}
