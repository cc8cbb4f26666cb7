// Keeps the files of the site, so that it works without a network. The build writes the list of the files and
// the version, which changes with any of them.

const FILES = [];
const VERSION = "";
const PREFIX = "ozutsu-board ";
const cacheName = PREFIX + VERSION;

addEventListener("install", (event) => event.waitUntil(install()));

async function install() {
  const cache = await caches.open(cacheName);
  // Not from the browser's cache, which may have files of the version before.
  await cache.addAll(["./", ...FILES].map((file) => new Request(file, { cache: "reload" })));
  await skipWaiting();
}

addEventListener("activate", (event) => event.waitUntil(activate()));

async function activate() {
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && name !== cacheName) await caches.delete(name);
  }
  await clients.claim();
}

addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});

async function answer(request) {
  const cache = await caches.open(cacheName);
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}
