// Keeps the files of the site in the browser, if it lets pages do so, and says when there is a newer version.

import { button, html, buttons } from "./core/dom.js";
import { texts } from "./core/texts.js";
import { scope } from "./scope.js";

/** The hash of the files, which names their folder. */
const version = new URL(".", import.meta.url).pathname.split("/").at(-2);
const { locks, serviceWorker } = navigator;

/** Asks the service worker for the newest version. */
const ask = () => serviceWorker.controller?.postMessage("opened");

async function keepFiles() {
  serviceWorker.oncontrollerchange = ask;
  serviceWorker.onmessage = ({ data }) => data !== version && announce();
  // The lock keeps the files of this version as long as the page is open.
  locks?.request(`ozutsu${scope} ${version}`, { mode: "shared" }, () => {
    ask();
    return new Promise(() => {});
  });
  const registration = await serviceWorker.register(new URL("../service-worker.js", import.meta.url));
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) registration.update().catch(() => {});
  });
}

function announce() {
  if (document.getElementById("update")) return;
  const notice = html(
    "div",
    { id: "update", role: "status" },
    html("p", {}, texts.newVersion),
    buttons(
      button({ id: "update-later", onclick: () => notice.remove() }, texts.notNow),
      button({ id: "update-now", class: "primary", onclick: () => location.reload() }, texts.loadAgain),
    ),
  );
  document.querySelector("#top .spacer").after(notice);
}

if (serviceWorker) keepFiles().catch(() => {});
