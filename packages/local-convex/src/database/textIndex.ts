import type { Statement } from "./driver";
import { keyAfterPrefix, keyOf } from "./keys";
import type { Interval } from "./readSet";
import { filterSql, filterText } from "./searchIndex";
import { SearchIndex, type TextDefinition } from "./table";
import { fieldOf, type JsonObject } from "./values";

/** A value that documents must have in a field of the index. */
export interface FieldFilter {
  /** Its position in the definition's filter fields. */
  field: number;
  filter: string;
}

/** A searched word and its weight. */
export type WeightedWord = [word: string, weight: number];

export interface Totals {
  texts: number;
  /** Average number of words per text. */
  length: number;
}

// The usual constants of BM25.
const K1 = 1.2;
const B = 0.75;

/** Longer words (bytes of UTF-8) are not indexed, as in Convex. */
const MAX_WORD_BYTES = 31;
const WORD = /[\p{Alphabetic}\p{N}]+/gu;

/** The key that stands for the totals. No word has it. */
const TOTALS_KEY = keyOf([null]);

/**
 * A full text index: one row per word and document, and one row with the totals. SQLite's own full text search does not fit. Its segments
 * keep deleted words until a merge, and it cannot report which queries a commit affects.
 */
export class TextIndex extends SearchIndex<TextDefinition> {
  static readonly kindName = "search";

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
    if (this.#updateTotals(Math.sign(next.length) - Math.sign(old.length), next.length - old.length))
      keys.push(TOTALS_KEY);
    return keys;
  }

  /** Returns how many documents have a word. */
  countOf(word: string): number {
    const count = this.driver.prepare(`SELECT count(*) FROM w${this.id} WHERE word = ?`);
    return Number(count.get(word)![0]);
  }

  /**
   * Returns the best documents with any of these words, as ticks and scores (BM25), newest first among equals. SQLite sums the scores and
   * applies the limit, because a common word has very many rows.
   */
  best(
    words: readonly WeightedWord[],
    filters: readonly FieldFilter[],
    limit: number,
  ): [tick: number, score: number][] {
    if (words.length === 0) return [];
    const { length } = this.totals();
    const filterClauses = filters.map(({ field }) => ` AND ${filterSql("filters", field)} = ?`).join("");
    const score = `? * count * ${K1 + 1} / (count + ${K1} * (${1 - B} + ${B} * length / ?))`;
    const scored = `SELECT tick, ${score} AS score FROM w${this.id} WHERE word = ?${filterClauses}`;
    const query =
      words.length === 1
        ? scored
        : `SELECT tick, sum(score) AS score FROM (${words.map(() => scored).join(" UNION ALL ")}) GROUP BY tick`;
    const parameters = words.flatMap(([word, weight]) => [
      weight,
      length,
      word,
      ...filters.map(({ filter }) => filter),
    ]);
    const rows = this.driver.prepare(`${query} ORDER BY score DESC, tick DESC LIMIT ${limit}`).all(...parameters);
    return rows.map(([tick, sum]) => [Number(tick), Number(sum)]);
  }

  /** Returns the first words that start with `prefix`, in order. */
  wordsFrom(prefix: string, limit: number): string[] {
    const next = this.driver.prepare(`SELECT word FROM w${this.id} WHERE word > ? AND word < ? ORDER BY word LIMIT 1`);
    const has = this.driver.prepare(`SELECT 1 FROM w${this.id} WHERE word = ? LIMIT 1`);
    const words = has.get(prefix) === undefined ? [] : [prefix];
    for (let last = prefix; words.length < limit;) {
      const row = next.get(last, `${prefix}\u{10ffff}`);
      if (row === undefined) break;
      words.push((last = String(row[0])));
    }
    return words;
  }

  /** Returns the rounded totals. Few commits change them, so few queries rank again. */
  totals(): Totals {
    return rounded(this.#totals.get(...TOTALS_ROW) as [number, number]);
  }

  /** Returns what a search depends on: its words, all words that start with `prefix`, and the totals. */
  intervalsOf(words: readonly string[], prefix: string): Interval[] {
    const exact = [TOTALS_KEY, ...words.map((word) => keyOf([word]))].map((key) => {
      const text = key.toString("hex");
      return { index: this.id, prefix: text, fields: 1, low: text, high: `${text}00` };
    });
    // Without the string's terminator.
    const prefixKey = keyOf([prefix]).subarray(0, -1);
    const range = { low: prefixKey.toString("hex"), high: keyAfterPrefix(prefixKey)!.toString("hex") };
    return [...exact, { index: this.id, prefix: "", fields: 0, ...range }];
  }

  /** Updates the totals. Returns true if the rounded ones changed. */
  #updateTotals(texts: number, words: number): boolean {
    if (texts === 0 && words === 0) return false;
    const [totalTexts, totalWords] = this.#totals.get(...TOTALS_ROW) as [number, number];
    const [oldTotals, newTotals] = [
      rounded([totalTexts, totalWords]),
      rounded([totalTexts + texts, totalWords + words]),
    ];
    this.driver
      .prepare(`UPDATE w${this.id} SET count = ?, length = ? WHERE word = ? AND tick = ?`)
      .run(totalTexts + texts, totalWords + words, ...TOTALS_ROW);
    return oldTotals.texts !== newTotals.texts || oldTotals.length !== newTotals.length;
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

/** The key of the row with the totals. No word is empty. */
const TOTALS_ROW = ["", 0] as const;

function rounded([texts, words]: [texts: number, words: number]): Totals {
  return { texts: roundedUp(texts), length: roundedUp(Math.round((words * 16) / Math.max(1, texts))) / 16 };
}

/** Rounds up to four significant bits: exact up to 16, and at most an eighth more above. */
function roundedUp(count: number): number {
  const step = 2 ** Math.max(0, Math.floor(Math.log2(Math.max(1, count))) - 3);
  return Math.ceil(count / step) * step;
}

/** Returns a text's words in order and in lower case. Spaces and punctuation separate them. */
export function wordsOf(text: string): string[] {
  const words = text.match(WORD) ?? [];
  return words.filter((word) => Buffer.byteLength(word) <= MAX_WORD_BYTES).map((word) => word.toLowerCase());
}
