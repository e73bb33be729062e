/** Starts the page: store, theme, core, course; then the shell takes over. */

import { html, render } from "lit";
import { openCores } from "./core.js";
import { lowerIndices } from "./formulas.js";
import { keepPlace } from "./place.js";
import { parseHash } from "./router.js";
import { Store } from "./progress/store.js";
import { explainTerms } from "./term.js";
import { startSentence } from "./texts.js";
import { followTheme } from "./theme.js";
import "./elements/index.js";

/** A reader who waits longer for the text sees the shell before it. */
const SOON_MS = 100;

/** @param {import("./types.js").Source} source @returns {Promise<import("./elements/ch-app.js").ChApp|undefined>} the shell, if it started */
export async function boot(source) {
  const store = openStore();
  followTheme(store);
  keepPlace();
  lowerIndices();
  const root = document.getElementById("app");
  if (root === null) return undefined;
  try {
    const cores = openCores(source);
    const course = await source.course();
    const { chapter } = parseHash(location.hash);
    const text = textOf(chapter, course, source);
    // They share a line: the text comes first.
    const core = text.then(() => cores.open(chapter));
    const app = /** @type {import("./elements/ch-app.js").ChApp} */ (document.createElement("ch-app"));
    app.open({ core, cores, course, source, store });
    // The shell is drawn while chapter and core are on their way, and once only where the text is there soon.
    await Promise.race([text, new Promise((resolve) => setTimeout(resolve, SOON_MS))]);
    root.replaceChildren(app);
    source.watch(() => app.offer(() => location.reload()));
    explainTerms(source);
    // Those who have gone on are told where they need it.
    await core.catch((error) => {
      if (app.turn === 1) throw error;
    });
    return app;
  } catch (error) {
    root.replaceChildren();
    render(
      html`<main class="start-failure">
        <h1>Clockhand</h1>
        <p role="alert">${startSentence(error)}</p>
      </main>`,
      root,
    );
    // Another address is a new start.
    window.addEventListener("hashchange", () => location.reload());
    return undefined;
  }
}

/**
 * Waits for a chapter's text; one that does not come is told by who shows it.
 * @param {string|undefined} id @param {import("./types.js").Course} course @param {import("./types.js").Source} source
 */
async function textOf(id, course, source) {
  if (id !== undefined && course.chapters.some((chapter) => chapter.id === id))
    await source.chapter(id).catch(() => {});
}

function openStore() {
  const store = new Store(() => window.localStorage);
  window.addEventListener("storage", ({ key }) => {
    if (key === null || key === "clockhand") store.reload();
  });
  window.addEventListener("pagehide", () => store.flush());
  return store;
}
