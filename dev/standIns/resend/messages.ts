import { appendFileSync, existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { readJsonLines } from "../jsonLines";

/** A mail in the inbox. */
export interface Message {
  id: string;
  to: string[];
  from: string;
  subject: string;
  text: string;
  html: string;
  replyTo: string[];
  headers: Record<string, string>;
  createdAt: string;
}

/** All mails, oldest first: in memory, and in a file with one per line that survives restarts. */
export class Messages {
  readonly #all: Message[];
  readonly #file: string;
  readonly #listeners = new Set<(message: Message) => void>();

  constructor(dir: string) {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    this.#file = path.join(dir, "mails.jsonl");
    this.#all = existsSync(this.#file) ? readJsonLines<Message>(this.#file) : [];
    // Ends a line that a crash truncated.
    if (this.#all.length > 0) appendFileSync(this.#file, "\n");
  }

  add(message: Message) {
    appendFileSync(this.#file, `${JSON.stringify(message)}\n`, { mode: 0o600 });
    this.#all.push(message);
    for (const listener of this.#listeners) listener(message);
  }

  get(id: string) {
    return this.#all.find((message) => message.id === id);
  }

  /** Returns mails, newest first. `to`: only those to this address. */
  list(to: string | null, limit = Infinity) {
    const recipient = to?.trim().toLowerCase();
    const matches: Message[] = [];
    for (let i = this.#all.length - 1; i >= 0 && matches.length < limit; i--) {
      const message = this.#all[i];
      if (message && (recipient === undefined || message.to.some((address) => plainAddress(address) === recipient)))
        matches.push(message);
    }
    return matches;
  }

  /** Calls back for each new mail until the returned function is called. */
  watch(listener: (message: Message) => void) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** Returns the address in `Name <address>`, in lower case. */
export function plainAddress(address: string) {
  return (/<([^<>]+)>\s*$/.exec(address)?.[1] ?? address).trim().toLowerCase();
}
