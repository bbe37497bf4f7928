/** The types of exports, imports and streaming export. */

export type BackupName = "export" | "imports";

/** All documents of one moment, as files. Folder `0` lies at `places[0]` in the ZIP file, and so on. */
export interface Snapshot {
  /** Its commit time (`Timestamp` of `core.ts`). */
  ts: bigint;
  places: string[];
}

/** What an import does to existing documents. */
export type ImportMode = "requireEmpty" | "append" | "replace" | "replaceAll";

/** An unpacked import: complete files. The core moves the ones that it keeps. */
export interface Import {
  mode: ImportMode;
  /** The component to import into, with the components below it. */
  component: string;
  tables: ImportedTable[];
  files: ImportedFile[];
}

export interface ImportedTable {
  component: string;
  name: string;
  /** The table number in its ids, if that is known. */
  number: number | null;
  /** Path of its documents, one per line. */
  documents: string;
  count: number;
}

/** The bytes of a document of `_storage`. */
export interface ImportedFile {
  component: string;
  id: string;
  temporaryPath: string;
  size: number;
  /** Base64. */
  sha256: string;
}

export interface TableChange {
  component: string;
  name: string;
  added: number;
  deleted: number;
  existing: number;
}

/** The part of a deployment that a stream includes, as clients write it: by component, table and column. */
export type Selection = Record<string, unknown>;

/** One page of a snapshot, or of what changed since. Times are texts, because they are longer than numbers can be. */
export type ExportRequest = { selection: Selection; format: string } & (
  | { kind: "snapshot"; snapshot: string | null; cursor: string | null }
  | { kind: "deltas"; cursor: string }
);

/** Columns of one table. */
export interface TableColumns {
  component: string;
  name: string;
  columns: string[];
}
