import type { Value } from "convex/values";

// A program is several calls of an app as data. So it can be drawn at random, run on two engines, and printed. "#2" in
// values is the id of the third inserted document. "@2" in bounds and filters is its creation time.

/** Calls of a client, one transaction each. */
export type Program = Call[];

export interface Call {
  kind: "mutation" | "query";
  steps: Step[];
}

/** One step of a function. With `caught`, its error is recorded and the function continues. */
export type Step = (Write | Read | Page | Nested | Fail) & { caught?: boolean };

export type Write =
  | { do: "insert"; table: string; value: Value }
  | { do: "patch"; id: string; table?: string; value: Value; unset?: string[] }
  | { do: "replace"; id: string; table?: string; value: Value }
  | { do: "delete"; id: string; table?: string };

export type Read =
  | { do: "get"; id: string; table?: string }
  | { do: "normalizeId"; id: string; table: string }
  | { do: "count"; table: string }
  | ({ do: "find"; end: "collect" | "first" | "unique" | "take"; n?: number } & Query);

/** The next page of a query. Its cursor is stored in `slot`. */
export interface Page extends Query {
  do: "page";
  slot: string;
  numItems: number;
  maximumRowsRead?: number;
  /** The slot whose cursor ends the page. */
  endSlot?: string;
}

export interface Query {
  table: string;
  index?: string;
  range?: Bound[];
  order?: "asc" | "desc";
  filters?: Expression[];
}

/** Without a value: documents that lack the field. */
export interface Bound {
  op: "eq" | "gt" | "gte" | "lt" | "lte";
  field: string;
  value?: Value;
}

export type Expression =
  | { field: string }
  /** Without a value: undefined. */
  | { literal: { value?: Value } }
  | { op: Operator; of: Expression[] };

type Operator =
  | "eq"
  | "neq"
  | "lt"
  | "lte"
  | "gt"
  | "gte"
  | "add"
  | "sub"
  | "mul"
  | "div"
  | "mod"
  | "neg"
  | "and"
  | "or"
  | "not";

/** `stale`: a query on the state from before the mutation. */
export interface Nested {
  do: "call";
  kind: "mutation" | "query";
  stale?: boolean;
  steps: Step[];
}

/** Throws. `data`: a ConvexError with the results so far. */
interface Fail {
  do: "fail";
  data: boolean;
}

/** The result of a step. An error has a subject, which is the same on every engine, and a message. */
export type Outcome = { ok: Value } | { error: string; message: string; data?: Value };

/** The state of a program between its calls. */
export interface State {
  ids: string[];
  times: number[];
  cursors: Record<string, string>;
}
