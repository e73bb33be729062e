import { boot } from "./boot.js";
import { keepOffline } from "./offline/install.js";

/** @param {import("./types.js").Source} source */
export function start(source) {
  void boot(source).then((app) => keepOffline((take) => app?.offer(take)));
}
