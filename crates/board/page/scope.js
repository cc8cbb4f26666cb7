// What the names of all that the browser keeps end in. The static site has another file in its place.

/** Nothing: a server has its address for itself. */
export const scope = "";
