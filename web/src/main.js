import { boot } from "./boot.js";
import { source } from "./source-fetch.js";

void boot(source);
