// Keeps the files of the site, so that it works without a network, and those of earlier versions while their pages are
// open. The build writes the list of the files and the version, which names their folder.

const FILES = [];
const VERSION = "";
const NAME = `ozutsu ${new URL(registration.scope).pathname}`;
/** The cache of this version. A page holds a lock of the name of its version's. */
const CACHE = `${NAME} ${VERSION}`;

addEventListener("install", (event) => event.waitUntil(install()));

async function install() {
  const cache = await caches.open(CACHE);
  // Not from the browser's cache, which may have files of the version before.
  await cache.addAll(["./", ...FILES].map((file) => new Request(file, { cache: "reload" })));
  // A host may still have the page of the version before. The browser tries again at the next visit.
  const page = await (await cache.match("./"))?.text();
  if (!page?.includes(`"${VERSION}/`)) throw new Error("the page is of another version");
  await skipWaiting();
}

addEventListener("activate", (event) => event.waitUntil(clients.claim().then(removeOld)));

// A page has its lock, and wants to know which version is the newest.
addEventListener("message", (event) => {
  event.source.postMessage(VERSION);
  event.waitUntil(removeOld());
});

addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});

async function answer(request) {
  const options = { ignoreSearch: true };
  const cache = await caches.open(CACHE);
  // Some hosts answer it by another address, which must not be kept.
  const isPage = request.url.split(/[?#]/)[0] === `${registration.scope}index.html`;
  if (isPage) request = new Request("./");
  return (await cache.match(request, options)) ?? (await caches.match(request, options)) ?? fetch(request);
}

/** Removes the caches of earlier versions that no page uses. */
async function removeOld() {
  // A later version may be filling its cache.
  if (registration.installing || registration.waiting) return;
  const { held } = await navigator.locks.query();
  const pages = (await clients.matchAll({ includeUncontrolled: true })).filter(({ url }) =>
    url.startsWith(registration.scope),
  );
  // The version of a page without a lock is not known yet.
  if (pages.length > held.filter(({ name }) => name.startsWith(NAME)).length) return;
  for (const name of await caches.keys()) {
    if (name !== CACHE && (await isOurs(name)) && held.every((lock) => lock.name !== name)) await caches.delete(name);
  }
}

async function isOurs(name) {
  if (name.startsWith(`${NAME} `)) return true;
  // Version 0.3 named caches without the path.
  return name.startsWith("ozutsu-board ") && Boolean(await (await caches.open(name)).match(registration.scope));
}
