import { readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type { ImportedFile, ImportedTable } from "../contract/backups";
import { streamedLinesOf } from "../storage/lines";
import { unpackZip } from "./unpackZip";

/** The formats of `npx convex import --format`. */
export const FORMATS = ["zip", "jsonLines", "jsonArray", "csv"] as const;
export type ImportFormat = (typeof FORMATS)[number];

export interface ImportTarget {
  tableName: string | null;
  componentPath: string;
  format: ImportFormat;
}

const MiB = 1024 * 1024;
const ARRAY_LIMIT = 8 * MiB;
const CSV_LIMIT = 64 * MiB;

/** Converts an uploaded file into the core's format: a file per table, with one checked document per line. */
export async function unpack(
  file: string,
  folder: string,
  { tableName, componentPath, format }: ImportTarget,
): Promise<{ tables: ImportedTable[]; files: ImportedFile[] }> {
  if (tableName === null) {
    const { tables, files } = await unpackZip(file, folder, componentPath);
    const counted = [];
    for (const table of tables) {
      counted.push({ ...table, count: await countDocuments(table.documents, `${table.name}/documents.jsonl`) });
    }
    return { tables: counted, files };
  }
  const documents = format === "jsonLines" ? file : path.join(folder, "documents");
  if (format === "jsonArray") await writeLines(documents, await arrayOf(file));
  if (format === "csv") await writeLines(documents, rowsOf(await textOf(file, CSV_LIMIT)));
  const count = await countDocuments(documents, "the file");
  return { tables: [{ component: componentPath, name: tableName, number: null, documents, count }], files: [] };
}

/** Returns the number of documents. Throws unless each line is an object. */
async function countDocuments(file: string, name: string): Promise<number> {
  let count = 0;
  for await (const line of streamedLinesOf(file)) {
    count += 1;
    if (!isObject(parse(line, `Line ${count} of ${name}`))) {
      throw new Error(`Line ${count} of ${name} is not an object.`);
    }
  }
  return count;
}

async function arrayOf(file: string): Promise<unknown[]> {
  const value = parse(await textOf(file, ARRAY_LIMIT), "The file");
  if (!Array.isArray(value)) throw new Error("The file is not a JSON array of documents.");
  return value;
}

async function textOf(file: string, limit: number): Promise<string> {
  const { size } = await stat(file);
  if (size > limit) throw new Error(`A file of this format may have at most ${limit} bytes. Use JSON lines for more.`);
  return readFile(file, "utf8");
}

async function writeLines(file: string, values: Iterable<unknown>): Promise<void> {
  let text = "";
  for (const value of values) text += `${JSON.stringify(value)}\n`;
  await writeFile(file, text, { mode: 0o600 });
}

function parse(text: string, what: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new Error(`${what} is not JSON: ${(error as Error).message}`);
  }
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/** Yields a CSV file's rows as documents, with the fields of the first row. Cells that look like numbers become numbers. */
function* rowsOf(text: string): Generator<Record<string, string | number>> {
  let header: string[] | null = null;
  let row = 0;
  for (const cells of cellsOf(text)) {
    row += 1;
    if (header === null) {
      header = cells;
      continue;
    }
    if (cells.length !== header.length) {
      throw new Error(`Row ${row} has ${cells.length} fields where the header has ${header.length}.`);
    }
    yield Object.fromEntries(header.map((name, at) => [name, valueOf(cells[at]!)]));
  }
}

/** Yields rows of cells by RFC 4180: quoted cells may contain commas, newlines and doubled quotes. */
function* cellsOf(text: string): Generator<string[]> {
  const field = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n|\n|$)/y;
  let cells: string[] = [];
  while (field.lastIndex < text.length || cells.length > 0) {
    const start = field.lastIndex;
    const [, cell = "", end] = field.exec(text) ?? [];
    if (end === undefined) throw new Error(`The quotes around character ${start + 1} do not match.`);
    cells.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === ",") continue;
    if (cells.length > 1 || cells[0] !== "") yield cells;
    cells = [];
    if (end === "") return;
  }
}

function valueOf(cell: string): string | number {
  return NUMBER.test(cell) ? Number(cell) : cell;
}
