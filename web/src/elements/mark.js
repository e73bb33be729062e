/** The mark of the course: a slow hand and a fast one. */

import { svg, html } from "lit";

export function mark() {
  return html`<svg class="mark" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" focusable="false">
    ${svg`<circle cx="16" cy="16" r="13.5" class="mark-face" /><path d="M16 16 L16 6" class="mark-fast" /><path d="M16 16 L22 20" class="mark-slow" /><circle cx="16" cy="16" r="1.8" class="mark-pin" />`}
  </svg>`;
}
