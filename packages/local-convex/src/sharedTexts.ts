import type { LiveQuery } from "./contract/core";

/** Characters. Longer strings are rarely equal. */
const MAX_LENGTH = 200;
const MAX_TEXTS = 1_000;

/** Interns strings such as function names, since parsing creates a copy per message. */
export class SharedTexts {
  readonly #texts = new Map<string, string>();

  get size(): number {
    return this.#texts.size;
  }

  /** Returns the query with its name and arguments interned. */
  share({ path, componentPath, args, identity, caller, journal }: LiveQuery): LiveQuery {
    // Sets all fields in one literal, because a field added after a spread takes more memory.
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
    const shared = this.#texts.get(text);
    if (shared !== undefined) return shared;
    if (text.length > MAX_LENGTH) return text;
    // Strings in use will be added again.
    if (this.#texts.size === MAX_TEXTS) this.#texts.clear();
    this.#texts.set(text, text);
    return text;
  }
}
