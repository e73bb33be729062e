/** Light, dark or as the system has it. The page only ever sees the outcome, as `data-theme` on the root. */

export const THEMES = ["system", "light", "dark"];

const dark = () => matchMedia("(prefers-color-scheme: dark)");

/** @param {import("./progress/store.js").Store} store */
export function chosenTheme(store) {
  const { theme } = store.document.settings;
  return theme !== undefined && THEMES.includes(theme) ? theme : "system";
}

/** @param {import("./progress/store.js").Store} store */
export function followTheme(store) {
  const apply = () => {
    const theme = chosenTheme(store);
    document.documentElement.dataset.theme = theme === "system" ? (dark().matches ? "dark" : "light") : theme;
  };
  store.addEventListener("change", apply);
  dark().addEventListener("change", apply);
  apply();
}

/** @param {import("./progress/store.js").Store} store */
export function nextTheme(store) {
  const next = THEMES[(THEMES.indexOf(chosenTheme(store)) + 1) % THEMES.length] ?? "system";
  store.setSetting("theme", next);
  return next;
}
