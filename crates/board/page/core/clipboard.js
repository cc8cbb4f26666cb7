// Copying.

import { say } from "./connection.js";
import { texts } from "./texts.js";

/**
 * Copies the text of an input element and says so, or selects it for the person to copy it.
 * @type {(input: HTMLInputElement | HTMLTextAreaElement, copied: string) => Promise<void>}
 */
export async function copyFrom(input, copied) {
  try {
    await navigator.clipboard.writeText(input.value);
    say(copied);
  } catch {
    input.select();
    say(texts.position.copyFailed);
  }
}
