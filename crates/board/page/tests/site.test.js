// The static site replaces some scripts by its own, which must have what the page imports.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

/** Returns the names that a script exports. */
function exported(path) {
  const text = readFileSync(new URL(path, import.meta.url), "utf8");
  return [...text.matchAll(/^export (?:const|function|async function|class) (\w+)/gm)].map(([, name]) => name).sort();
}

for (const name of ["link.js", "scope.js"]) {
  test(`the site's ${name} exports what the page's does`, () => {
    assert.ok(exported(`../${name}`).length > 0);
    assert.deepEqual(exported(`../../../web/site/${name}`), exported(`../${name}`));
  });
}
