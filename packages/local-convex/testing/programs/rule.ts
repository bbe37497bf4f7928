import type { Value } from "convex/values";
import type { Bound, Expression, Query, Step } from "./language";

/** A rule of the real backend's published source, as an example. */
export interface Rule {
  rule: string;
  source: string;
  /** Documents of the table `free` before the run. */
  documents?: Record<string, Value>[];
  /** Functions, run in turn. The result of the last step is compared. */
  calls: Step[][];
  expected: { ok: Value } | { ids: string[] } | { message: string } | { data: Value };
  /** convex-test differs. */
  differs?: true;
}

export const find = (query: Partial<Query>): Step => ({ do: "find", end: "collect", table: "free", ...query });

export const filtered = (...filters: Expression[]): Step[][] => [[find({ filters })]];

export const ranged = (index: string, ...range: Bound[]): Step[][] => [[find({ index, range })]];

export const insert = (value: Value): Step => ({ do: "insert", table: "free", value });

export const page = (numItems: number, more: object = {}): Step => ({
  do: "page",
  slot: "p",
  numItems,
  table: "free",
  ...more,
});

/** Documents with these values in the field `a`. */
export const valuesOfA = (...values: Value[]) => values.map((a) => ({ a }));

export const bytes = (...members: number[]): Value => Uint8Array.from(members).buffer;
