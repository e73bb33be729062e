import { boot } from "./boot.js";
import { keepOffline } from "./offline/install.js";
import { turnsTaken } from "./turns.js";

/** @param {import("./types.js").Source} source */
export async function start(source) {
  if (document.readyState === "loading")
    await new Promise((resolve) => document.addEventListener("DOMContentLoaded", resolve));
  const app = await boot(source);
  // The whole course is fetched then, which must not hold up what is read now.
  await turnsTaken();
  keepOffline((take) => app?.offer(take));
}
