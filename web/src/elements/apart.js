/**
 * What few visits open: the pages that are no chapter, and the dialogs. A part of its own, loaded with the first of them; one, since
 * each part more costs every first visit the requests for what the parts share.
 */

import "./ch-cases.js";
import "./ch-glossary.js";
import "./ch-progress.js";
import "./ch-try.js";
import "./ch-worksheet.js";

export { openSearch } from "./search-dialog.js";
export { openSettings } from "./settings-dialog.js";
