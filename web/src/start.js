import { boot } from "./boot.js";
import { keepOffline } from "./offline/install.js";
import { source } from "./source-fetch.js";

export function start() {
  void boot(source).then((app) => keepOffline((take) => app?.offer(take)));
}
