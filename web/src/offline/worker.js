/**
 * The service worker of the served site: keeps all of its files, so that the course works without a network. A new version
 * waits until the reader takes it: no page changes under somebody who is working.
 */

import { clientsClaim } from "workbox-core";
import { cleanupOutdatedCaches, precacheAndRoute } from "workbox-precaching";

/** A service worker's own scope, and in it what the build puts there. */
const keeper = /** @type {any} */ (self);

// Chapters and parameters stand behind the hash, which no server and no cache sees.
cleanupOutdatedCaches();
precacheAndRoute(/** @type {any} */ (globalThis).CLOCKHAND_FILES, { directoryIndex: "index.html" });
clientsClaim();

keeper.addEventListener("message", (/** @type {MessageEvent} */ { data }) => {
  if (data === "take over") void keeper.skipWaiting();
});
