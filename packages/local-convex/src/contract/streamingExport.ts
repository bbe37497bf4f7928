/** The types of streaming export. */

/** The part of a deployment that a stream includes, as clients write it: by component, table and column. */
export type Selection = Record<string, unknown>;

/** One page of a snapshot, or of what changed since. Times are texts, because they are longer than numbers can be. */
export type ExportRequest = { selection: Selection; format: string } & (
  { kind: "snapshot"; snapshot: string | null; cursor: string | null } | { kind: "deltas"; cursor: string }
);

/** Columns of one table. */
export interface TableColumns {
  component: string;
  name: string;
  columns: string[];
}
