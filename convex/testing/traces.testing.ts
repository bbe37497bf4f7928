/**
 * The reads and writes of a call, for tests of cost. It intercepts the functions' calls to the database, so the product itself counts
 * nothing.
 */
import { jsonToConvex, type JSONValue } from "convex/values";
import { isWatcherReading } from "./watched.testing";

export type Row = Record<string, unknown> & { _id: string };
export type Write = { table: string; before: Row | null; after: Row | null };
export type Trace<T> = {
  result: T;
  /** Documents and index ranges read. A read by id is a range too, as Convex counts. */
  documents: number;
  ranges: number;
  /** The number of consecutive reads. On the service each is a round trip to the database. */
  depth: number;
  writes: Write[];
  /** Returns whether these writes may change what was read. */
  touchedBy: (writes: Write[]) => boolean;
};

type Bound = { type: "Eq" | "Gt" | "Gte" | "Lt" | "Lte"; fieldPath: string; value: unknown };
type Source = { type: string; indexName?: string; tableName?: string; range?: Bound[] };
type Call = (op: string, args: string) => Promise<string>;
type Platform = { syscall: (op: string, args: string) => string; asyncSyscall: Call; jsSyscall: unknown };

/** Runs a call alone. Returns its reads and writes. */
export async function traced<T>(call: () => Promise<T>): Promise<Trace<T>> {
  const platform = globalThis as unknown as { Convex: Platform };
  const real = platform.Convex;
  const sources: Source[] = [];
  const seen = new Set<string>();
  const count = { documents: 0, ranges: 0, depth: 0 };
  // A read is one level above another if it began after that one had ended. All rows of a stream have one level.
  const streams = new Map<string, number>();
  const writes: Write[] = [];
  const intercepted = {
    get syscall() {
      return (op: string, args: string) => {
        if (!isWatcherReading() && op === "1.0/queryStream") {
          sources.push((JSON.parse(args) as { query: { source: Source } }).query.source);
          count.ranges += 1;
        }
        return real.syscall(op, args);
      };
    },
    get asyncSyscall(): Call {
      return async (op, args) => {
        const call = JSON.parse(args) as { table: string; id: string };
        const get = async (id: string) =>
          JSON.parse(await real.asyncSyscall("1.0/get", JSON.stringify({ table: call.table, id }))) as Row | null;
        const writing = ["1.0/shallowMerge", "1.0/replace", "1.0/remove"].includes(op);
        const before = writing ? await get(call.id) : null;
        const isRead = op === "1.0/get" || op === "1.0/queryStreamNext";
        const stream = op === "1.0/get" ? null : args;
        const level = (stream === null ? undefined : streams.get(stream)) ?? count.depth + 1;
        if (isRead && stream !== null) streams.set(stream, level);
        const answer = await real.asyncSyscall(op, args);
        if (isWatcherReading()) return answer;
        if (isRead) count.depth = Math.max(count.depth, level);
        const response = JSON.parse(answer) as { value?: Row | null; _id: string } | null;
        if (op === "1.0/get") count.ranges += 1;
        const row = op === "1.0/get" ? (response as Row | null) : op === "1.0/queryStreamNext" ? response?.value : null;
        if (op === "1.0/get") seen.add(call.id);
        if (row) count.documents += 1;
        if (op === "1.0/insert")
          writes.push({ table: call.table, before: null, after: await get(response?._id ?? "") });
        if (writing) {
          writes.push({ table: call.table, before, after: op === "1.0/remove" ? null : await get(call.id) });
        }
        return answer;
      };
    },
    get jsSyscall() {
      return real.jsSyscall;
    },
  };
  platform.Convex = intercepted;
  try {
    const result = await call();
    const touchedBy = (others: Write[]) => others.some((write) => touches(sources, seen, write));
    return { result, ...count, writes, touchedBy };
  } finally {
    platform.Convex = real;
  }
}

function touches(sources: Source[], seen: Set<string>, { table, before, after }: Write): boolean {
  return [before, after].some(
    (row) => row !== null && (seen.has(row._id) || sources.some((source) => holds(source, table, row))),
  );
}

/** An infinite bound travels encoded. */
function boundOf(value: unknown): number {
  const isEncoded = typeof value === "object" && value !== null && "$float" in value;
  return (isEncoded ? jsonToConvex(value as JSONValue) : value) as number;
}

function holds(source: Source, table: string, row: Row): boolean {
  if ((source.indexName ?? source.tableName ?? "").split(".")[0] !== table) return false;
  return (source.range ?? []).every(({ type, fieldPath, value }) => {
    const [own, bound] = [row[fieldPath] as number, boundOf(value)];
    if (type === "Eq") return own === bound;
    if (type === "Gt") return own > bound;
    if (type === "Gte") return own >= bound;
    return type === "Lt" ? own < bound : own <= bound;
  });
}
