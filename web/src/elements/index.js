/** The elements of a chapter and of the shell; what is loaded later stands in apart.js. */

import "./ch-app.js";
import "./ch-chapter.js";
import "./ch-checks.js";
import "./ch-cite.js";
import "./ch-exercise.js";
import "./ch-index.js";
import "./ch-measure.js";
import "./ch-outline.js";
import "./ch-param.js";
import "./ch-params.js";
import "./ch-picture.js";
import "./ch-table.js";
import "./ch-value.js";
