/** The pages that are no chapter, which few visits open: a part of their own, loaded with the first of them. */

import "./ch-cases.js";
import "./ch-glossary.js";
import "./ch-progress.js";
import "./ch-try.js";
import "./ch-worksheet.js";
