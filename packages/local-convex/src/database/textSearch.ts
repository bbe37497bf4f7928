import { keyOf } from "./keys";
import type { QuerySource, Row } from "./range";
import type { ReadContext } from "./scan";
import { filterOf, searchIndexOf } from "./searchIndex";
import { TextIndex, wordsOf, type FieldFilter, type Totals, type WeightedWord } from "./textIndex";
import { TICKS_PER_MS } from "./ids";
import type { Table } from "./table";
import { defined } from "./values";

export type SearchSource = Extract<QuerySource, { type: "Search" }>;

// As in the published sources of Convex's search.
const MAX_WORDS = 16;
const MAX_FILTERS = 8;
const MAX_RESULTS = 1_024;
/** Maximum number of words to look up, with the completions of the last word. */
const MAX_EXPANDED_WORDS = 64;
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
  const searches = filters.filter((filter) => filter.type === "Search");
  const wrong = searches.find((filter) => filter.fieldPath !== searchField);
  if (wrong !== undefined) {
    throw new Error(
      `${against} contains a search filter against "${wrong.fieldPath}", which doesn't match the indexed \`searchField\` "${searchField}".`,
    );
  }
  const [search, second] = searches;
  if (second !== undefined) {
    throw new Error(`${against} contains multiple search filters against "${searchField}". Only one is allowed.`);
  }
  const equal = filters.filter((filter) => filter.type === "Eq");
  const unknown = equal.find((filter) => !filterFields.includes(filter.fieldPath));
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
  if (equal.length > MAX_FILTERS) {
    throw new Error(`${against} has too many filter conditions. Max: ${MAX_FILTERS} Actual: ${equal.length}`);
  }
  return {
    index,
    words: wordsOf(search.value).slice(0, MAX_WORDS),
    filters: equal.map(({ fieldPath, value }) => ({
      field: filterFields.indexOf(fieldPath),
      filter: filterOf(defined(value)),
    })),
  };
}

/** The results of a search, best first. The query depends on the searched words and on the returned documents. */
export class TextReader {
  readonly #context: ReadContext;
  readonly #table: Table;
  readonly #results: Result[];
  #at = 0;

  /** `start` (exclusive) and `end` (inclusive) are keys of results. */
  constructor(context: ReadContext, query: TextQuery, start: Buffer | null = null, end: Buffer | null = null) {
    this.#context = context;
    this.#table = query.index.table;
    context.usage.interval();
    const { words, index } = query;
    if (words.length > 0) context.reads?.intervals.push(...index.intervalsOf(words, words.at(-1)!));
    const all = resultsOf(query);
    const isWithin = ({ key }: Result) =>
      (start === null || Buffer.compare(key, start) > 0) && (end === null || Buffer.compare(key, end) <= 0);
    this.#results = start === null && end === null ? all : all.filter(isWithin);
  }

  next(): Row | null {
    if (this.#at === MAX_RESULTS) {
      throw new Error(
        `Search query scanned too many documents (fetched ${MAX_RESULTS}). Consider using a smaller limit, paginating the query, or using a filter field to limit the number of documents pulled from the search index.`,
      );
    }
    const result = this.#results[this.#at++];
    if (result === undefined) return null;
    const document = this.#context.database.document(this.#table, result.tick)!;
    this.#context.reads?.ticks.add(result.tick);
    this.#context.countRead(document);
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
  for (const [word, weight] of expanded(index, words, MAX_EXPANDED_WORDS - filters.length)) {
    const matchingTexts = index.countOf(word);
    if (matchingTexts > 0) weighted.push([word, weight * rarityOf(matchingTexts, totals)]);
  }
  const best = index.best(weighted, filters, MAX_RESULTS);
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

/** Returns a word's weight (BM25): the rarer the word, the higher. */
function rarityOf(matchingTexts: number, { texts }: Totals): number {
  return Math.log(1 + (texts - matchingTexts + 0.5) / (matchingTexts + 0.5));
}
