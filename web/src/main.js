/** The served page's first script: asks for the data while the page's code is still on its way. */

import { preload, source } from "./source-fetch.js";

preload(location.hash);
const { start } = await import("./start.js");
await start(source);
