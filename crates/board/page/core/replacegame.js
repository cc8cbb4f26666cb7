// Showing another game in place of the one on the board.

import { ask } from "./dialog.js";
import { say, send } from "./connection.js";
import { store } from "./store.js";
import { texts } from "./texts.js";

/** @import { Command } from "../messages.d.ts" */

/**
 * Sends a command that replaces the game, after a question if moves of an unfinished one would be lost. Returns the
 * reply, or null if the game stays.
 * @template {Command["command"]} C
 * @param {C} command
 * @param {Omit<Extract<Command, { command: C }>, "command">} parameters
 * @param {[input?: string | null, describe?: (reason: string) => string]} error How an error is shown, as for `send`.
 */
export async function replaceGame(command, parameters, ...error) {
  const [question, agree] =
    command === "new_game" ? [texts.confirmNewGame, texts.newGame] : [texts.confirmReplace, texts.replace];
  if (!store.state || (store.state.unsaved && !(await ask(question, agree, texts.keepPlaying)))) return null;
  say("");
  const reply = await send(command, parameters, ...error);
  // On a phone the panel is below the board.
  if (reply) scrollTo(0, 0);
  return reply;
}
