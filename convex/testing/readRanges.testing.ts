/** The reads and writes of a mutation, as the Convex service tracks them: documents, and the parts of index ranges that were read. */
import { compareValues, jsonToConvex, type JSONValue, type Value } from "convex/values";
import schema from "../schema";

type Row = Record<string, JSONValue> & { _id: string };
/** A document before and after a write. Null: it did not exist. */
export type Written = { table: string; id: string; before: Row | null; after: Row | null };
type RangeRead = { name: string; isChangedBy: (write: Written) => boolean };
export type Reading = { documents: Set<string>; ranges: RangeRead[]; writes: Written[] };

type Bound = { type: "Eq" | "Gt" | "Gte" | "Lt" | "Lte"; fieldPath: string; value: JSONValue };
type Source = { indexName?: string; tableName?: string; order?: "asc" | "desc" | null; range?: Bound[] };
type Query = { source: Source; operators: { limit?: number }[] };
type Next = { value: Row | null; done: boolean };
type Platform = {
  syscall: (op: string, args: string) => string;
  asyncSyscall: (op: string, args: string) => Promise<string>;
  jsSyscall: unknown;
};

/** Runs code of the current function and records its reads and writes. */
export async function recording<T>(reading: Reading, work: () => Promise<T>): Promise<T> {
  const platform = globalThis as unknown as { Convex: Platform };
  const real = platform.Convex;
  const streams = new Map<number, Stream>();
  const syscall: Platform["syscall"] = (op, args) => {
    const answer = real.syscall(op, args);
    if (op !== "1.0/queryStream") return answer;
    const stream = new Stream((JSON.parse(args) as { query: Query }).query);
    streams.set((JSON.parse(answer) as { queryId: number }).queryId, stream);
    reading.ranges.push(stream);
    return answer;
  };
  const asyncSyscall: Platform["asyncSyscall"] = async (op, args) => {
    const call = JSON.parse(args) as { table: string; id: string; queryId: number };
    const get = async (id: string) =>
      JSON.parse(await real.asyncSyscall("1.0/get", JSON.stringify({ table: call.table, id }))) as Row | null;
    if (op === "1.0/get") reading.documents.add(call.id);
    const stream = op === "1.0/queryStreamNext" ? streams.get(call.queryId) : undefined;
    if (stream)
      return JSON.stringify(await stream.next(async () => JSON.parse(await real.asyncSyscall(op, args)) as Next));
    if (!writing.includes(op)) return await real.asyncSyscall(op, args);
    const before = op === "1.0/insert" ? null : await get(call.id);
    const answer = await real.asyncSyscall(op, args);
    const id = op === "1.0/insert" ? (JSON.parse(answer) as { _id: string })._id : call.id;
    if (before !== null) reading.documents.add(id);
    reading.writes.push({ table: call.table, id, before, after: op === "1.0/remove" ? null : await get(id) });
    return answer;
  };
  // convex-test responds to other calls according to the current function.
  platform.Convex = { syscall, asyncSyscall, jsSyscall: real.jsSyscall };
  try {
    return await work();
  } finally {
    platform.Convex = real;
  }
}

const writing = ["1.0/insert", "1.0/shallowMerge", "1.0/replace", "1.0/remove"];
/** Rows that the service reads at a time for a query without a limit, even if the function uses fewer. */
const PREFETCHED = 100;

/** An open query and its position. */
class Stream implements RangeRead {
  readonly name: string;
  readonly #table: string;
  readonly #bounds: Bound[];
  readonly #fields: string[];
  readonly #isReverse: boolean;
  readonly #limit: number | undefined;
  #rows: Row[] = [];
  #returned = 0;
  #isExhausted = false;

  constructor({ source, operators }: Query) {
    const [table = "", index = ""] = (source.indexName ?? source.tableName ?? "").split(".");
    this.name = source.indexName ?? table;
    this.#table = table;
    this.#bounds = source.range ?? [];
    this.#fields = [...fieldsOf(table, index), "_creationTime", "_id"];
    this.#isReverse = source.order === "desc";
    this.#limit = operators.find(({ limit }) => limit !== undefined)?.limit;
  }

  async next(read: () => Promise<Next>): Promise<Next> {
    const needed = this.#limit === undefined ? this.#returned + PREFETCHED : this.#returned + 1;
    while (
      !this.#isExhausted &&
      this.#rows.length < needed &&
      (this.#limit === undefined || this.#rows.length < this.#limit)
    ) {
      const { value } = await read();
      if (value === null) this.#isExhausted = true;
      else this.#rows.push(value);
      if (this.#limit === undefined && this.#rows.length % PREFETCHED === 0) break;
    }
    const value = this.#rows[this.#returned] ?? null;
    if (value !== null) this.#returned += 1;
    return { value, done: value === null };
  }

  /** Returns true if a write adds, removes or changes a row of the range that was read. */
  isChangedBy({ table, before, after }: Written): boolean {
    if (table !== this.#table) return false;
    return [before, after].some((row) => row !== null && this.#isWithin(row) && this.#isReached(row));
  }

  #isWithin(row: Row): boolean {
    return this.#bounds.every(({ type, fieldPath, value }) => {
      const order = compareValues(valueOf(row, fieldPath), decoded(value));
      if (type === "Eq") return order === 0;
      if (type === "Gt") return order > 0;
      if (type === "Gte") return order >= 0;
      return type === "Lt" ? order < 0 : order <= 0;
    });
  }

  #isReached(row: Row): boolean {
    const last = this.#rows.at(-1);
    if (this.#isExhausted || last === undefined) return true;
    const field = this.#fields.find((name) => compareValues(valueOf(row, name), valueOf(last, name)) !== 0);
    if (field === undefined) return true;
    return compareValues(valueOf(row, field), valueOf(last, field)) < 0 !== this.#isReverse;
  }
}

function fieldsOf(table: string, index: string): string[] {
  const tables = schema.tables as Record<string, { " indexes"(): { indexDescriptor: string; fields: string[] }[] }>;
  return tables[table]?.[" indexes"]().find(({ indexDescriptor }) => indexDescriptor === index)?.fields ?? [];
}

function valueOf(row: Row, path: string): Value | undefined {
  let value: JSONValue | undefined = row;
  for (const part of path.split(".")) value = (value as Record<string, JSONValue> | undefined)?.[part];
  return value === undefined ? undefined : jsonToConvex(value);
}

function decoded(value: JSONValue): Value | undefined {
  const isUndefined = value !== null && typeof value === "object" && "$undefined" in value;
  return isUndefined ? undefined : jsonToConvex(value);
}
