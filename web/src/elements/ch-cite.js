/** `<ch-cite key="su-2021">`: the short name of a source, linked to the list of sources at the chapter's end. */

import { html } from "lit";
import { formatHash } from "../router.js";
import { ChapterElement, fault } from "./base.js";
import { referenceId, shortName } from "../references.js";

export class ChCite extends ChapterElement {
  render() {
    const key = this.attribute("key");
    const { chapter } = this.context;
    const reference = chapter.references?.[key];
    if (reference === undefined) return fault(`The source “${key}” is not in the list.`);
    return html`<cite
      ><a href=${formatHash({ chapter: chapter.id, anchor: referenceId(key) })}>${shortName(key, reference)}</a></cite
    >`;
  }
}

customElements.define("ch-cite", ChCite);
