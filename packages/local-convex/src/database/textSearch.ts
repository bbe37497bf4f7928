import { keyOf } from "./keys";
import type { QuerySource, Row } from "./range";
import type { Reader } from "./scan";
import { filterOf, searchIndexOf } from "./searchIndex";
import { TextIndex, wordsOf, type FieldFilter, type Totals, type WeightedWord } from "./textIndex";
import { TICKS_PER_MS } from "./ids";
import type { Table } from "./table";
import { defined } from "./values";

export type SearchSource = Extract<QuerySource, { type: "Search" }>;

// As in the published sources of Convex's search.
const WORDS = 16;
const FILTERS = 8;
const RESULTS = 1_024;
/** Maximum number of words to look up, with the completions of the last word. */
const EXPANDED_WORDS = 64;
/** The weight of a completion of the last word. */
const PREFIX_WEIGHT = 0.5;

export interface TextQuery {
  index: TextIndex;
  words: string[];
  filters: FieldFilter[];
}

/** Checks and parses a search of one index. Throws in Convex's words. */
export function textQuery(table: Table | null, { indexName, filters }: SearchSource): TextQuery {
  const index = searchIndexOf(table, indexName, TextIndex);
  const { searchField, filterFields } = index.definition;
  const against = `Search query against ${indexName}`;
  const searches = filters.filter((one) => one.type === "Search");
  const wrong = searches.find((one) => one.fieldPath !== searchField);
  if (wrong !== undefined) {
    throw new Error(
      `${against} contains a search filter against "${wrong.fieldPath}", which doesn't match the indexed \`searchField\` "${searchField}".`,
    );
  }
  const [search, second] = searches;
  if (second !== undefined) {
    throw new Error(`${against} contains multiple search filters against "${searchField}". Only one is allowed.`);
  }
  const equal = filters.filter((one) => one.type === "Eq");
  const unknown = equal.find((one) => !filterFields.includes(one.fieldPath));
  if (unknown !== undefined) {
    throw new Error(
      `${against} contains an equality filter on "${unknown.fieldPath}" but that field isn't indexed for filtering in \`filterFields\`.`,
    );
  }
  if (search === undefined) {
    throw new Error(
      `${against} does not contain any search filters. You must include a search filter like \`q.search("${searchField}", searchText)\`.`,
    );
  }
  if (equal.length > FILTERS) {
    throw new Error(`${against} has too many filter conditions. Max: ${FILTERS} Actual: ${equal.length}`);
  }
  return {
    index,
    words: wordsOf(search.value).slice(0, WORDS),
    filters: equal.map(({ fieldPath, value }) => ({
      field: filterFields.indexOf(fieldPath),
      filter: filterOf(defined(value)),
    })),
  };
}

/** The results of a search, best first. The query depends on the searched words and on the returned documents. */
export class TextReader {
  readonly #on: Reader;
  readonly #table: Table;
  readonly #results: Result[];
  #at = 0;

  /** `start` (exclusive) and `end` (inclusive) are keys of results. */
  constructor(on: Reader, query: TextQuery, start: Buffer | null = null, end: Buffer | null = null) {
    this.#on = on;
    this.#table = query.index.table;
    on.usage.interval();
    const { words, index } = query;
    if (words.length > 0) on.reads?.intervals.push(...index.intervalsOf(words, words.at(-1)!));
    const all = resultsOf(query);
    const isWithin = ({ key }: Result) =>
      (start === null || Buffer.compare(key, start) > 0) && (end === null || Buffer.compare(key, end) <= 0);
    this.#results = start === null && end === null ? all : all.filter(isWithin);
  }

  next(): Row | null {
    if (this.#at === RESULTS) {
      throw new Error(
        `Search query scanned too many documents (fetched ${RESULTS}). Consider using a smaller limit, paginating the query, or using a filter field to limit the number of documents pulled from the search index.`,
      );
    }
    const result = this.#results[this.#at++];
    if (result === undefined) return null;
    const document = this.#on.database.document(this.#table, result.tick)!;
    this.#on.reads?.ticks.add(result.tick);
    this.#on.consumed(document);
    return { key: result.key.toString("hex"), document };
  }
}

interface Result {
  tick: number;
  /** Sorts like the results: by score, then the newest first. */
  key: Buffer;
}

function resultsOf({ index, words, filters }: TextQuery): Result[] {
  const totals = index.totals();
  const weighted: WeightedWord[] = [];
  for (const [word, weight] of expanded(index, words, EXPANDED_WORDS - filters.length)) {
    const having = index.countOf(word);
    if (having > 0) weighted.push([word, weight * rarityOf(having, totals)]);
  }
  const best = index.best(weighted, filters, RESULTS);
  return best.map(([tick, score]) => ({ tick, key: keyOf([-score, -tick / TICKS_PER_MS]) }));
}

/** Returns the words to look up with their weights: the searched words, and the completions of the last one. */
function expanded(index: TextIndex, words: readonly string[], limit: number): Map<string, number> {
  const weights = new Map(words.map((word) => [word, 1]));
  const last = words.at(-1);
  if (last === undefined) return weights;
  for (const word of index.wordsFrom(last, limit)) {
    if (weights.size >= limit) break;
    if (!weights.has(word)) weights.set(word, PREFIX_WEIGHT);
  }
  return weights;
}

/** Returns a word's weight (BM25): the rarer the word, the higher. `having`: how many texts have it. */
function rarityOf(having: number, { texts }: Totals): number {
  return Math.log(1 + (texts - having + 0.5) / (having + 0.5));
}
