/** `<ch-cite key="su-2021">`: the short name of a source, linked to the list of sources at the chapter's end. */

import { html } from "lit";
import { formatHash } from "../router.js";
import { LightElement, fault } from "./base.js";
import { referenceId, shortName } from "../references.js";

export class ChCite extends LightElement {
  render() {
    const key = this.getAttribute("key") ?? "";
    // A source is known with the text, before the core and so the context is there.
    const host = /** @type {any} */ (this.closest("[data-context]"));
    /** @type {import("../types.js").Chapter|undefined} */
    const chapter = host?.chapter ?? host?.context?.chapter;
    const reference = chapter?.references?.[key];
    if (chapter === undefined || reference === undefined) return fault(`The source “${key}” is not in the list.`);
    return html`<cite
      ><a href=${formatHash({ chapter: chapter.id, anchor: referenceId(key) })}>${shortName(key, reference)}</a></cite
    >`;
  }
}

customElements.define("ch-cite", ChCite);
