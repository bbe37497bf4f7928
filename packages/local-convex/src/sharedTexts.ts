import type { LiveQuery } from "./contract/core";

/** Longer ones are hardly ever equal. */
const LONGEST = 200;
const MOST = 1_000;

/** Keeps one copy of texts that many hold, such as the names of functions: what is parsed from a message is a copy each time. */
export class SharedTexts {
  readonly #texts = new Map<string, string>();

  get size(): number {
    return this.#texts.size;
  }

  /** The same query; what it is called and asked are texts that others have too. */
  sharedBy({ path, componentPath, args, identity, caller, journal }: LiveQuery): LiveQuery {
    // All fields at once: what is added after a spread takes more memory.
    return {
      path: this.of(path),
      componentPath: this.of(componentPath),
      args: this.of(args),
      identity,
      caller: caller === "admin" ? "admin" : "client",
      journal,
    };
  }

  of(text: string): string {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    if (text.length > LONGEST) return text;
    // Those that are still in use come back.
    if (this.#texts.size === MOST) this.#texts.clear();
    this.#texts.set(text, text);
    return text;
  }
}
