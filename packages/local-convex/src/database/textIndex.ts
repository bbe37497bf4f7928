import type { Statement } from "./driver";
import { after, keyOf } from "./keys";
import type { Interval } from "./readSet";
import { filterText, SearchIndex, type TextDefinition } from "./searchIndex";
import { fieldOf, type JsonObject } from "./values";
import { wordsOf } from "./words";

/** One document that has a word. */
export interface Posting {
  tick: number;
  /** How often. */
  count: number;
  /** Words of its text in all. */
  length: number;
  filters: string;
}

/** What is known of all texts together. */
export interface Totals {
  texts: number;
  /** Words in a text, on average. */
  length: number;
}

/** Stands for the totals among the keys of an index: no word sorts as it does. */
const TOTALS_KEY = keyOf([null]);

/**
 * A search index: a row for each word of each document, and one that counts texts and words. They are ordinary rows, not SQLite's own
 * full text search: that one keeps deleted words in its segments until they are merged, and is of no help in finding the
 * queries that a commit touches.
 */
export class TextIndex extends SearchIndex<TextDefinition> {
  create(): void {
    this.driver.exec(
      `CREATE TABLE w${this.id} (word TEXT, tick INTEGER, count INTEGER, length INTEGER, filters TEXT, PRIMARY KEY (word, tick)) WITHOUT ROWID`,
    );
    this.#put.run(...TOTALS_ROW, 0, 0, "");
  }

  drop(): void {
    this.driver.exec(`DROP TABLE w${this.id}`);
  }

  change(tick: number, before: JsonObject | null, after: JsonObject | null): Buffer[] {
    const [old, next] = [this.#entryOf(before), this.#entryOf(after)];
    if (old.text === next.text && old.filters === next.filters) return [];
    const touched = new Set([...old.words.keys(), ...next.words.keys()]);
    for (const word of old.words.keys()) this.#remove.run(word, tick);
    for (const [word, count] of next.words) this.#put.run(word, tick, count, next.length, next.filters);
    const keys = [...touched].map((word) => keyOf([word]));
    if (this.#count(Math.sign(next.length) - Math.sign(old.length), next.length - old.length)) keys.push(TOTALS_KEY);
    return keys;
  }

  /** The documents that have a word. */
  postings(word: string): Posting[] {
    const rows = this.driver
      .prepare(`SELECT tick, count, length, filters FROM w${this.id} WHERE word = ?`)
      .all(word) as [number, number, number, string][];
    return rows.map(([tick, count, length, filters]) => ({ tick, count, length, filters }));
  }

  /** The first words that begin so, in order. */
  wordsFrom(prefix: string, limit: number): string[] {
    const next = this.driver.prepare(`SELECT word FROM w${this.id} WHERE word > ? AND word < ? ORDER BY word LIMIT 1`);
    const words = this.postings(prefix).length > 0 ? [prefix] : [];
    for (let last = prefix; words.length < limit;) {
      const row = next.get(last, `${prefix}\u{10ffff}`);
      if (row === undefined) break;
      words.push((last = String(row[0])));
    }
    return words;
  }

  /** Rounded, so that few commits change it: what ranks by it has to be ranked again then. */
  totals(): Totals {
    return rounded(this.#totals.get(...TOTALS_ROW) as [number, number]);
  }

  /** The part of the index that a search depends on: a word, or all that begin so, and always the totals. */
  intervalsOf(words: readonly string[], prefix: string): Interval[] {
    const exact = [TOTALS_KEY, ...words.map((word) => keyOf([word]))].map((key) => {
      const text = key.toString("hex");
      return { index: this.id, prefix: text, fields: 1, low: text, high: `${text}00` };
    });
    // Without the byte that ends a text.
    const start = keyOf([prefix]).subarray(0, -1);
    const range = { low: start.toString("hex"), high: after(start)!.toString("hex") };
    return [...exact, { index: this.id, prefix: "", fields: 0, ...range }];
  }

  /** Counts a change; whether it changed the totals as they are rounded. */
  #count(texts: number, words: number): boolean {
    if (texts === 0 && words === 0) return false;
    const [a, b] = this.#totals.get(...TOTALS_ROW) as [number, number];
    const [old, next] = [rounded([a, b]), rounded([a + texts, b + words])];
    this.driver
      .prepare(`UPDATE w${this.id} SET count = ?, length = ? WHERE word = ? AND tick = ?`)
      .run(a + texts, b + words, ...TOTALS_ROW);
    return old.texts !== next.texts || old.length !== next.length;
  }

  #entryOf(document: JsonObject | null) {
    const value = document === null ? undefined : fieldOf(document, this.definition.searchField);
    const text = typeof value === "string" ? value : "";
    const words = new Map<string, number>();
    let length = 0;
    for (const word of wordsOf(text)) {
      words.set(word, (words.get(word) ?? 0) + 1);
      length++;
    }
    const filters = document === null ? "" : filterText(this.definition.filterFields, document);
    return { text, words, length, filters };
  }

  get #put(): Statement {
    return this.driver.prepare(`INSERT INTO w${this.id} VALUES (?, ?, ?, ?, ?)`);
  }

  get #remove(): Statement {
    return this.driver.prepare(`DELETE FROM w${this.id} WHERE word = ? AND tick = ?`);
  }

  get #totals(): Statement {
    return this.driver.prepare(`SELECT count, length FROM w${this.id} WHERE word = ? AND tick = ?`);
  }
}

/** The key of the row that counts: no document has a word without letters. */
const TOTALS_ROW = ["", 0] as const;

function rounded([texts, words]: [texts: number, words: number]): Totals {
  return { texts: roundedUp(texts), length: roundedUp(Math.round((words * 16) / Math.max(1, texts))) / 16 };
}

/** To four binary digits: exact below 16, and then at most an eighth more. */
function roundedUp(count: number): number {
  const step = 2 ** Math.max(0, Math.floor(Math.log2(Math.max(1, count))) - 3);
  return Math.ceil(count / step) * step;
}
