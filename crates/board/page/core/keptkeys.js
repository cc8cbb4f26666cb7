// The keys of what the browser keeps for several files of the page.

/** The settings of a guest. */
export const GUEST_SETTINGS = "ozutsu-guest-settings";
/** What this tab has sent and the program has perhaps not got. */
export const UNSENT = "ozutsu-unsent";
