// Where the site lies. Its files are in a folder that is named by their hash.

/** The path of the site. What the browser keeps carries it in its name, since a host may have several sites. */
export const scope = new URL("..", import.meta.url).pathname;

/** The hash of the files. */
export const version = new URL(".", import.meta.url).pathname.split("/").at(-2);
