/** What the reader may set, beside what each setting stands at while nothing valid is chosen: its first value. */

import { notation } from "./figures.js";

export const SETTINGS = /** @type {const} */ ({
  theme: ["system", "light", "dark"],
  decimals: ["chapter", "2", "3", "4", "6"],
  mark: ["point", "comma"],
  hints: ["on", "off"],
  keys: ["on", "off"],
});

/** @typedef {keyof typeof SETTINGS} Name */

/** A value that this version does not know counts as none. @param {import("./progress/store.js").Store} store @param {Name} name */
export function setting({ document }, name) {
  const stored = document.settings[name];
  return SETTINGS[name].find((value) => value === stored) ?? SETTINGS[name][0];
}

/** Figures are written as the settings say, now and whenever they change. @param {import("./progress/store.js").Store} store */
export function followSettings(store) {
  const apply = () => {
    const decimals = setting(store, "decimals");
    notation.set({
      comma: setting(store, "mark") === "comma",
      decimals: decimals === "chapter" ? undefined : Number(decimals),
    });
  };
  store.addEventListener("change", apply);
  apply();
}
