import { boot } from "./boot.js";
import { source } from "./source-inline.js";

void boot(source);
