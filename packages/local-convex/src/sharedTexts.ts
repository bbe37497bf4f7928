import type { LiveQuery } from "./contract/core";

/** Characters. Longer texts are rarely equal. */
const MAX_LENGTH = 200;
const MAX_TEXTS = 1_000;

/** Shares a single copy of texts such as function names, since parsing creates a copy per message. */
export class SharedTexts {
  readonly #texts = new Map<string, string>();

  get size(): number {
    return this.#texts.size;
  }

  /** Returns the query with shared texts for its name and arguments. */
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
    // Texts in use will be added again.
    if (this.#texts.size === MAX_TEXTS) this.#texts.clear();
    this.#texts.set(text, text);
    return text;
  }
}
