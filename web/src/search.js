/**
 * Finds places of the course by the words that stand there. No element in it.
 *
 * @typedef {{ kind: "chapter"|"section"|"exercise"|"term", chapter?: string, anchor?: string, title: string, text: string }} Entry
 */

const MOST = 20;
// How much a place is meant by a word, by where the word stands in it.
const WORTH = { title: 8, titleStart: 4, text: 2, textStart: 1 };

/** Every word asked for begins a word of the place; the best places come first, of equals the one with least beside them. @param {Entry[]} entries @param {string} query */
export function find(entries, query) {
  const asked = wordsOf(query);
  if (asked.length === 0) return [];
  return entries
    .map((entry) => ({ entry, worth: worthOf(entry, asked) }))
    .filter(({ worth }) => worth > 0)
    .sort((a, b) => b.worth - a.worth || a.entry.title.length - b.entry.title.length)
    .slice(0, MOST)
    .map(({ entry }) => entry);
}

/** @param {Entry} entry @param {string[]} asked */
function worthOf({ title, text }, asked) {
  const [head, body] = [wordsOf(title), wordsOf(text)];
  const worths = asked.map((word) => {
    if (head.includes(word)) return WORTH.title;
    if (head.some((one) => one.startsWith(word))) return WORTH.titleStart;
    if (body.includes(word)) return WORTH.text;
    return body.some((one) => one.startsWith(word)) ? WORTH.textStart : 0;
  });
  return Math.min(...worths) === 0 ? 0 : worths.reduce((sum, worth) => sum + worth, 0) / worths.length;
}

/** Without accents and case. @param {string} text */
function wordsOf(text) {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}
