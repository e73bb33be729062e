/**
 * A picture of a table, with what it shows in words. Made by `<ch-table picture="..">`. The code that draws is loaded when somebody
 * reads on; then each picture is given its room, so that nothing moves when it is drawn, as it comes near the window.
 */

import { html, nothing } from "lit";
import { notation } from "../figures.js";
import { LightElement, uniqueId } from "./base.js";

const NEAR = "600px";

/** @type {Promise<typeof import("../pictures/index.js")>|undefined} */
let drawing;

/** What could not be loaded is tried again when it is asked for again. */
function load() {
  drawing ??= import("../pictures/index.js").catch((error) => {
    drawing = undefined;
    throw error;
  });
  return drawing;
}

export class ChPicture extends LightElement {
  static properties = {
    table: { attribute: false },
    tables: { attribute: false },
    companion: { attribute: false },
    picture: { attribute: false },
    format: { attribute: false },
    failed: { state: true },
    told: { state: true },
  };

  constructor() {
    super();
    this.textId = uniqueId("picture");
    /** @type {import("../types.js").Table|undefined} */
    this.table = undefined;
    /** @type {import("../types.js").Table[]} of the same run */
    this.tables = [];
    /** @type {import("../types.js").Table|undefined} whose figures stand small beside those of a matrix */
    this.companion = undefined;
    /** @type {import("../types.js").Picture|undefined} */
    this.picture = undefined;
    /** @type {(value: number, digits: number) => string} */
    this.format = String;
    this.failed = false;
    this.told = "";
    this.wanted = false;
    this.near = false;
    this.width = 0;
  }

  connectedCallback() {
    super.connectedCallback();
    this.listen(notation, "change", () => void this.#draw());
    // What a reader has opened is drawn at once.
    if (this.closest("main[aria-busy]") === null) this.wanted = true;
    this.listen(window, "scroll", () => {
      if (this.wanted) return;
      this.wanted = true;
      void this.#draw();
    });
    const seen = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        this.near = true;
        seen.disconnect();
        void this.#draw();
      },
      { rootMargin: NEAR },
    );
    seen.observe(this);
    // On paper every picture is in sight.
    this.listen(window, "beforeprint", () => {
      this.near = true;
      void this.#draw();
    });
    const sized = new ResizeObserver(() => {
      if (this.clientWidth === this.width) return;
      this.width = this.clientWidth;
      void this.#draw();
    });
    sized.observe(this);
    this.endings.push(
      () => seen.disconnect(),
      () => sized.disconnect(),
    );
  }

  /** @param {Map<string, unknown>} changed what is told of a picture does not draw it anew */
  updated(changed) {
    if (changed.has("table") || changed.has("picture")) void this.#draw();
  }

  render() {
    if (this.picture === undefined) return nothing;
    const { alt, kind } = this.picture;
    return html`${this.failed ? html`<p class="fault">The picture could not be shown; the table has all its figures.</p>` : nothing}
      <svg class="picture" data-kind=${kind} role="application" tabindex="0" aria-labelledby=${this.textId}></svg>
      <p class="picture-told">${this.told}</p>
      <p class="picture-text" id=${this.textId}>${alt}</p>`;
  }

  async #draw() {
    const { table, tables, companion, picture, format, clientWidth: width } = this;
    const svg = /** @type {SVGSVGElement|null} */ (this.querySelector("svg"));
    if (svg === null || table === undefined || picture === undefined || width === 0 || !(this.near || this.wanted))
      return;
    const tell = (/** @type {string} */ text) => (this.told = text);
    const scene = { table, tables, companion, picture, width, format, tell };
    try {
      const { draw, heightOf } = await load();
      if (this.near) draw(svg, scene);
      else svg.setAttribute("height", String(heightOf(scene)));
      this.failed = false;
    } catch (error) {
      this.failed = true;
      this.dispatchEvent(new Event("missing", { bubbles: true }));
      console.error(error);
    }
  }
}

customElements.define("ch-picture", ChPicture);
