// What the names of all that the browser keeps end in.

/** The path of the site, since a host may have several. Its files are in a folder that is named by their hash. */
export const scope = ` ${new URL("..", import.meta.url).pathname}`;
