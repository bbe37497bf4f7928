/** What exports and imports are asked for and told with. */

export type BackupName = "export" | "imports";

/** What an import does to the documents that are there. */
export type ImportMode = "requireEmpty" | "append" | "replace" | "replaceAll";

/** An import as it was unpacked: complete files, of which the core takes what it keeps. */
export interface Import {
  mode: ImportMode;
  /** The component that it goes to; those below belong to it. */
  component: string;
  tables: ImportedTable[];
  files: ImportedFile[];
}

export interface ImportedTable {
  component: string;
  name: string;
  /** What its ids call it, where that is known. */
  number: number | null;
  /** Path of its documents, one a line. */
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
