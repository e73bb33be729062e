// Tensors as JSON: {"x":{"shape":[2,2],"data":[1,2.5,"NaN","-Infinity"]}}, read from bytes into Float64Arrays and back. A reader of
// its own, because it names the place of what it refuses, sees a name that stands twice, and fills large arrays as it goes.

/** @typedef {{shape: number[], data: Float64Array}} Tensor */

/** A text that is refused, in one sentence. */
export class TensorError extends Error {}

/** Numbers that JSON has no word for. @type {Record<string, number>} */
const WORDS = { NaN: NaN, Infinity: Infinity, "-Infinity": -Infinity };

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const LONGEST_SHOWN = 40;

/** Stands for the notes of an op, which are read over. @type {Tensor} */
const NOTES = { shape: [], data: new Float64Array(0) };

/** Bytes of numbers that are read at once. */
const STRETCH = 1 << 16;

/**
 * @param {Buffer} bytes UTF-8
 * @returns {Record<string, Tensor>}
 * @throws {TensorError}
 */
export function readTensors(bytes) {
  const reader = new Reader(bytes);
  const tensors = reader.object(
    "the input",
    "an object of tensors",
    (name) => reader.noted(name) ?? reader.tensor(name),
  );
  reader.end();
  return Object.fromEntries(Object.entries(tensors).filter(([, tensor]) => tensor !== NOTES));
}

/** @param {number} byte */
function isSpace(byte) {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

const code = (/** @type {string} */ character) => character.charCodeAt(0);
const [QUOTE, COMMA, COLON, BACKSLASH] = ['"', ",", ":", "\\"].map(code);
const [OBJECT, OBJECT_END, LIST, LIST_END] = ["{", "}", "[", "]"].map(code);

/**
 * Numbers with commas between them, all finite; undefined for anything else.
 * @param {string} text
 * @returns {number[] | undefined}
 */
function plainNumbers(text) {
  try {
    const values = JSON.parse(`[${text}]`);
    return values.length > 0 && values.every(Number.isFinite) ? values : undefined;
  } catch {
    return undefined;
  }
}

/** A list of doubles that grows. */
class Numbers {
  #values = new Float64Array(16);
  count = 0;

  /** @param {number} value */
  push(value) {
    if (this.count === this.#values.length) this.#grow(1);
    this.#values[this.count] = value;
    this.count += 1;
  }

  /** @param {number[]} values */
  pushAll(values) {
    if (this.count + values.length > this.#values.length) this.#grow(values.length);
    this.#values.set(values, this.count);
    this.count += values.length;
  }

  values() {
    return this.#values.subarray(0, this.count);
  }

  /** @param {number} more */
  #grow(more) {
    const longer = new Float64Array(2 * this.count + more);
    longer.set(this.#values);
    this.#values = longer;
  }
}

class Reader {
  /** @type {Buffer} */ #bytes;
  #at = 0;
  /** Up to here numbers are read one by one, since something else than plain numbers stands among them. */
  #mixedTo = 0;

  /** @param {Buffer} bytes */
  constructor(bytes) {
    this.#bytes = bytes;
    if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) this.#at = 3; // a byte order mark
  }

  /**
   * An object whose values are read by `value`; each name stands once.
   * @template T
   * @param {string} what
   * @param {string} accepted
   * @param {(name: string) => T} value
   * @returns {Record<string, T>}
   */
  object(what, accepted, value) {
    if (this.#peek() !== OBJECT) this.#refuse(what, accepted);
    this.#at += 1;
    /** @type {Map<string, T>} */
    const values = new Map();
    if (this.#peek() === OBJECT_END) {
      this.#at += 1;
      return {};
    }
    for (;;) {
      if (this.#peek() !== QUOTE) this.#refuse("a name", "a string in double quotes");
      const start = this.#at;
      const name = this.#string();
      if (values.has(name)) this.#fail(`${JSON.stringify(name)} is given twice: each name once is accepted`, start);
      if (this.#peek() !== COLON) this.#refuse(`what follows ${JSON.stringify(name)}`, "a colon");
      this.#at += 1;
      values.set(name, value(name));
      if (this.#closes(OBJECT_END, "}")) return Object.fromEntries(values);
    }
  }

  /** Moves over what clockhand op writes beside its tensors, "notes" with a list of strings. @param {string} name */
  noted(name) {
    if (name !== "notes" || this.#peek() !== LIST) return undefined;
    this.#at += 1;
    if (this.#peek() === LIST_END) {
      this.#at += 1;
      return NOTES;
    }
    do {
      if (this.#peek() !== QUOTE) this.#refuse("a note", "a string in double quotes");
      this.#string();
    } while (!this.#closes(LIST_END, "]"));
    return NOTES;
  }

  /** @param {string} name */
  tensor(name) {
    const start = this.#skip();
    const { shape, data } = /** @type {{shape?: number[], data?: Float64Array}} */ (
      this.object(name, 'an object with "shape" and "data"', (key) => {
        if (key === "shape") return Array.from(this.#numbers(`${name}.shape`));
        if (key === "data") return this.#numbers(`${name}.data`);
        return this.#fail(`${name}.${key} is refused: "shape" and "data" are accepted`, start);
      })
    );
    const missing = shape ? "data" : "shape";
    if (!shape || !data) return this.#fail(`${name}.${missing} is missing: a list of numbers is accepted`, start);
    return { shape, data };
  }

  end() {
    if (this.#skip() < this.#bytes.length) this.#refuse("what follows the input", "nothing");
  }

  /** A flat list of numbers. @param {string} what */
  #numbers(what) {
    if (this.#peek() !== LIST) this.#refuse(what, "a flat list of numbers");
    this.#at += 1;
    const list = new Numbers();
    if (this.#peek() === LIST_END) {
      this.#at += 1;
      return list.values();
    }
    const end = this.#bytes.indexOf(LIST_END, this.#at);
    for (;;) {
      const next = this.#stretch(end);
      if (next) list.pushAll(next);
      else list.push(this.#number(what, list.count));
      if (this.#closes(LIST_END, "]")) return list.values();
    }
  }

  /**
   * Moves over many numbers at once, to the comma or bracket behind them, where nothing but plain numbers stands.
   * @param {number} end of the list
   * @returns {number[] | undefined} None when something else is there, or little.
   */
  #stretch(end) {
    if (this.#at < this.#mixedTo) return undefined;
    const stop = end - this.#at > STRETCH ? this.#bytes.lastIndexOf(COMMA, this.#at + STRETCH) : end;
    const values = stop > this.#at ? plainNumbers(this.#bytes.toString("latin1", this.#at, stop)) : undefined;
    if (values) this.#at = stop;
    else this.#mixedTo = stop;
    return values;
  }

  /**
   * @param {string} what
   * @param {number} index
   */
  #number(what, index) {
    const first = this.#peek();
    const start = this.#at;
    if (first === QUOTE) {
      const word = this.#string();
      if (Object.hasOwn(WORDS, word)) return WORDS[word];
      this.#at = start;
    } else if (first === 0x2d || (first >= 0x30 && first <= 0x39)) {
      return this.#digits(what, index);
    }
    const nested = first === LIST && what.endsWith(".data");
    const flat = nested ? ": data is one flat list in row-major order, the shape says how it folds" : "";
    return this.#refuse(`${what}[${index}]`, `a number, "NaN", "Infinity" or "-Infinity"`, flat);
  }

  /**
   * Moves over what looks like a number, then reads it.
   * @param {string} what
   * @param {number} index
   */
  #digits(what, index) {
    const start = this.#at;
    const bytes = this.#bytes;
    let end = start + 1;
    for (
      let byte = bytes[end];
      byte > 0x20 && byte !== COMMA && byte !== LIST_END && byte !== OBJECT_END;
      byte = bytes[end]
    )
      end += 1;
    const text = bytes.toString("latin1", start, end);
    NUMBER.lastIndex = 0;
    if (!NUMBER.test(text) || NUMBER.lastIndex !== text.length)
      this.#refuse(`${what}[${index}]`, "a number as JSON writes it");
    if (!Number.isFinite(Number(text))) this.#refuse(`${what}[${index}]`, "a number that a double can hold");
    this.#at = end;
    return Number(text);
  }

  /** A string; the bytes at #at are its opening quote. */
  #string() {
    const start = this.#at;
    let end = start + 1;
    while (end < this.#bytes.length && this.#bytes[end] !== QUOTE) end += this.#bytes[end] === BACKSLASH ? 2 : 1;
    if (end >= this.#bytes.length) this.#fail("a string is not closed: a double quote is accepted", start);
    try {
      const text = /** @type {string} */ (JSON.parse(this.#bytes.toString("utf8", start, end + 1)));
      this.#at = end + 1;
      return text;
    } catch {
      return this.#fail("a string cannot be read: characters and escapes of JSON are accepted", start);
    }
  }

  /**
   * Moves over a comma, or over the end of a list or object, which is true.
   * @param {number} end
   * @param {string} shown
   */
  #closes(end, shown) {
    const next = this.#peek();
    if (next !== COMMA && next !== end) this.#refuse("what follows a value", `a comma or ${shown}`);
    this.#at += 1;
    return next === end;
  }

  /** Moves over white space. */
  #skip() {
    while (isSpace(this.#bytes[this.#at])) this.#at += 1;
    return this.#at;
  }

  /** The next byte that is no white space; NaN at the end. */
  #peek() {
    return this.#bytes[this.#skip()] ?? NaN;
  }

  /**
   * Refuses what stands next.
   * @param {string} what
   * @param {string} accepted
   * @param {string} [more]
   * @returns {never}
   */
  #refuse(what, accepted, more = "") {
    return this.#fail(`${what} ${this.#next()} is refused: ${accepted} is accepted${more}`, this.#at);
  }

  /** The refused text, cut to be shown. */
  #next() {
    const start = this.#skip();
    if (start >= this.#bytes.length) return this.#bytes.every(isSpace) ? "(blank)" : "(the input ends)";
    const text = this.#bytes.toString("utf8", start, Math.min(this.#bytes.length, start + LONGEST_SHOWN));
    const [shown] = /^(?:"(?:[^"\\]|\\.)*"|[[{]|[^\s,\]}]+)/s.exec(text) ?? [text.slice(0, 1)];
    // eslint-disable-next-line no-control-regex -- control characters are what is replaced
    return shown.replaceAll(/[\u0000-\u001f\u007f]/g, " ");
  }

  /**
   * @param {string} sentence
   * @param {number} at
   * @returns {never}
   */
  #fail(sentence, at) {
    const before = this.#bytes.subarray(0, at);
    const line = before.reduce((lines, byte) => lines + (byte === 0x0a ? 1 : 0), 1);
    const column = at - before.lastIndexOf(0x0a);
    throw new TensorError(`${sentence} (line ${line}, column ${column})`);
  }
}

/** Numbers written at a time: strings of a bounded length, however large the tensor is. */
const CHUNK = 1 << 16;

/**
 * The outputs of an op as pieces of JSON, with the notes where there are any.
 * @param {Record<string, Tensor>} tensors
 * @param {string[]} notes
 */
export function* tensorText(tensors, notes) {
  yield "{";
  let separator = "";
  for (const [name, { shape, data }] of Object.entries(tensors)) {
    yield `${separator}${JSON.stringify(name)}:{"shape":${JSON.stringify(shape)},"data":[`;
    for (let at = 0; at < data.length; at += CHUNK) {
      const chunk = data.subarray(at, at + CHUNK);
      yield (at > 0 ? "," : "") + numbersText(chunk);
    }
    yield "]}";
    separator = ",";
  }
  yield notes.length > 0 ? `${separator}"notes":${JSON.stringify(notes)}}\n` : "}\n";
}

/** @param {Float64Array} values */
function numbersText(values) {
  // What JSON.stringify writes as it should is faster written by it.
  if (values.every((value) => Number.isFinite(value) && !Object.is(value, -0))) {
    return JSON.stringify(Array.from(values)).slice(1, -1);
  }
  return Array.from(values, numberText).join(",");
}

/** The shortest text that reads back as the same double, -0 included. @param {number} value */
function numberText(value) {
  if (!Number.isFinite(value)) return `"${value}"`;
  return Object.is(value, -0) ? "-0" : String(value);
}
