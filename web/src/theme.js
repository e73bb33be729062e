/** Light, dark or as the system has it. The page only ever sees the outcome, as `data-theme` on the root. */

import { setting } from "./settings.js";

const dark = () => matchMedia("(prefers-color-scheme: dark)");

/** @param {import("./progress/store.js").Store} store */
export function followTheme(store) {
  const apply = () => {
    const theme = setting(store, "theme");
    document.documentElement.dataset.theme = theme === "system" ? (dark().matches ? "dark" : "light") : theme;
  };
  store.addEventListener("change", apply);
  dark().addEventListener("change", apply);
  apply();
}
