/** The types of exports, imports and streaming export. */

export type BackupName = "export" | "imports";

/** A consistent snapshot of all documents, as files. Folder `0` is at `archivePaths[0]` in the ZIP file, and so on. */
export interface Snapshot {
  /** The snapshot's commit time (`Timestamp` of `core.ts`). */
  ts: bigint;
  archivePaths: string[];
}

/** The effect of an import on existing documents. */
export type ImportMode = "requireEmpty" | "append" | "replace" | "replaceAll";

/** An unpacked import with complete files. The core moves the files that it uses. */
export interface Import {
  mode: ImportMode;
  /** The component to import into, with its child components. */
  component: string;
  tables: ImportedTable[];
  files: ImportedFile[];
}

export interface ImportedTable {
  component: string;
  name: string;
  /** The table number in its ids. Null: unknown. */
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

/** The parts that a streaming export includes, as clients send them: by component, table and column. */
export type Selection = Record<string, unknown>;

/** Requests a page of a snapshot or of later changes. Times are strings, because JavaScript numbers cannot represent them. */
export type ExportRequest = { selection: Selection; format: string } & (
  | { kind: "snapshot"; snapshot: string | null; cursor: string | null }
  | { kind: "deltas"; cursor: string }
);

export interface TableColumns {
  component: string;
  name: string;
  columns: string[];
}
