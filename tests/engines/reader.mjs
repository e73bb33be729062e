/** A person at the page, whatever drives the browser: opens, types, clicks, looks and waits. */

import { setTimeout as pause } from "node:timers/promises";
import { PATIENCE_MS } from "./patience.mjs";

/**
 * Functions that run in the page are sent there as text: they use nothing from outside themselves.
 *
 * @typedef {object} Driver
 * @property {(address: string) => Promise<void>} go
 * @property {() => Promise<void>} reload
 * @property {(run: (...given: any[]) => any, ...given: unknown[]) => Promise<any>} evaluate
 * @property {(find: (...given: any[]) => any, ...given: unknown[]) => Promise<void>} click what `find` gives, as a mouse does
 * @property {(text: string) => Promise<void>} type into what has focus
 * @property {() => Promise<void>} enter
 * @property {() => Promise<void>} close
 *
 * @typedef {object} Place an element: the first of those
 * @property {string} selector
 * @property {string} [name] how its accessible name begins
 * @property {Place} [within]
 */

const LOOK_AGAIN_MS = 50;

export class Reader {
  #driver;

  /** @param {Driver} driver */
  constructor(driver) {
    this.#driver = driver;
  }

  /** Opens an address from elsewhere, so that nothing stays of the page before; then faults are collected. @param {string} address */
  async open(address) {
    await this.#driver.go("about:blank");
    await this.#driver.go(address);
    await this.#arrive();
  }

  async reload() {
    await this.#driver.reload();
    await this.#arrive();
  }

  async #arrive() {
    await this.until(
      "the page has a heading and its whole text",
      () =>
        document.querySelector("h1") !== null && document.querySelector("[data-returning], main[aria-busy]") === null,
    );
    await this.evaluate(() => {
      /** @type {string[]} */
      const faults = [];
      Object.assign(globalThis, { faults });
      for (const type of ["error", "unhandledrejection", "securitypolicyviolation"])
        addEventListener(type, (/** @type {any} */ event) =>
          faults.push(`${type}: ${event.message ?? event.reason ?? event.blockedURI}`),
        );
    });
  }

  /** What went wrong in the page since it was opened, and what it could not show. @returns {Promise<string[]>} */
  faults() {
    return this.evaluate(() => [
      .../** @type {any} */ (globalThis).faults,
      ...[...document.querySelectorAll(".fault")].map(({ textContent }) => textContent),
    ]);
  }

  /** @template T @param {(...given: any[]) => T | Promise<T>} run @param {unknown[]} given @returns {Promise<T>} */
  evaluate(run, ...given) {
    return this.#driver.evaluate(run, ...given);
  }

  /**
   * Looks until the page answers with something true, and returns it.
   * @template T @param {string} what @param {(...given: any[]) => T} look @param {unknown[]} given @returns {Promise<T>}
   */
  async until(what, look, ...given) {
    const latest = performance.now() + PATIENCE_MS;
    for (;;) {
      const seen = await this.evaluate(look, ...given);
      if (seen) return seen;
      if (performance.now() > latest) throw new Error(`waited ${PATIENCE_MS / 1000} s in vain until ${what}`);
      await pause(LOOK_AGAIN_MS);
    }
  }

  /** @param {Place} place */
  #there(place) {
    return this.until(`there is ${told(place)}`, find, place, "isConnected");
  }

  /** Waits for it. @param {Place} place */
  async click(place) {
    await this.#there(place);
    await this.#driver.click(find, place);
  }

  /** Waits for it, and scrolls to it. @param {Place} place */
  async approach(place) {
    await this.#there(place);
    await this.evaluate((selector) => document.querySelector(selector).scrollIntoView(), place.selector);
  }

  /** Types over what the field holds. @param {Place} place @param {string} text */
  async fill(place, text) {
    await this.click(place);
    await this.evaluate(() => /** @type {HTMLInputElement} */ (document.activeElement).select());
    await this.#driver.type(text);
  }

  enter() {
    return this.#driver.enter();
  }

  /** Waits for it. @param {Place} place @returns {Promise<string>} */
  async text(place) {
    await this.#there(place);
    return (await this.evaluate(find, place, "textContent")).replace(/\s+/g, " ").trim();
  }

  /** @param {Place} place @param {string} text what it must come to hold */
  holds(place, text) {
    return this.until(`${told(place)} holds ${text}`, find, place, "textContent", text);
  }
}

/**
 * In the page: the element of a place, or what is asked of it; null when there is none.
 * @param {Place} sought @param {string} [property] @param {string} [part] whether the property holds this text
 */
function find(sought, property, part) {
  /** @param {any} element */
  const nameOf = (element) => {
    const labels = element.getAttribute("aria-labelledby")?.split(" ") ?? [];
    const given = labels.map((/** @type {string} */ id) => document.getElementById(id)?.textContent).join(" ");
    const name = given || element.getAttribute("aria-label") || element.labels?.[0]?.textContent || element.textContent;
    return name.replace(/\s+/g, " ").trim();
  };
  /** @param {Place} place @returns {any} */
  const seek = ({ selector, name = "", within }) => {
    const root = within === undefined ? document : seek(within);
    return [...(root?.querySelectorAll(selector) ?? [])].find((element) => nameOf(element).startsWith(name));
  };
  const element = seek(sought) ?? null;
  if (property === undefined) return element;
  const value = element?.[property] ?? null;
  return part === undefined ? value : value !== null && value.includes(part);
}

/** @param {Place} place @returns {string} */
function told({ selector, name, within }) {
  return `${selector}${name === undefined ? "" : ` “${name}”`}${within === undefined ? "" : ` in ${told(within)}`}`;
}
