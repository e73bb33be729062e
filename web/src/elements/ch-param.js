/** `<ch-param name="m">` inside an exercise: the text of a parameter of its present instance. */

import { html } from "lit";
import { spaced } from "../figures.js";
import { fault, LightElement } from "./base.js";

export class ChParam extends LightElement {
  /** @returns {import("../exercise/session.js").Session|undefined} */
  get session() {
    return /** @type {any} */ (this.closest("[data-instance]"))?.session;
  }

  connectedCallback() {
    super.connectedCallback();
    if (this.session !== undefined) this.listen(this.session, "change", () => this.requestUpdate());
  }

  render() {
    const name = this.getAttribute("name") ?? "";
    const value = this.session?.value(name);
    return value === undefined
      ? fault(`“${name}” names no parameter of this exercise.`)
      : html`<data class="figure">${spaced(value)}</data>`;
  }
}

customElements.define("ch-param", ChParam);
