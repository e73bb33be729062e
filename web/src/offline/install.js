/** Keeps the served site for reading without a network, and says when a new version waits. */

const WORKER = "sw.js";

/**
 * @param {(take: () => void) => void} onUpdate called when a new version waits, with what takes it
 */
export async function keepOffline(onUpdate) {
  const workers = navigator.serviceWorker;
  // Absent where the address is not a safe one, or the browser forbids it: the course works without.
  if (workers === undefined) return;
  try {
    const registration = await workers.register(new URL(WORKER, document.baseURI));
    if (registration.waiting !== null) offer(registration.waiting, onUpdate);
    registration.addEventListener("updatefound", () => {
      const found = registration.installing;
      found?.addEventListener("statechange", () => {
        // The first version has nobody to wait for.
        if (found.state === "installed" && workers.controller !== null) offer(found, onUpdate);
      });
    });
  } catch {
    // The site is read from a server that has no such file, such as an author's own.
  }
}

/** @param {ServiceWorker} waiting @param {(take: () => void) => void} onUpdate */
function offer(waiting, onUpdate) {
  onUpdate(() => {
    // Another tab may have taken it before: then it serves this one already, and nothing is left to wait for.
    if (waiting.state !== "installed") return location.reload();
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    waiting.postMessage("take over");
  });
}
