import { createReadStream } from "node:fs";
import { readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type { ImportedFile, ImportedTable } from "../contract/backups";
import { Lines } from "../storage/lines";
import { rowsOf } from "./csv";
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

/** Converts an uploaded file into the core's form: a file for each table with one checked document per line. */
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

/** Counts the documents; throws unless each line is one object. */
async function countDocuments(file: string, name: string): Promise<number> {
  const lines = new Lines();
  let count = 0;
  const check = (line: string) => {
    count += 1;
    if (!isObject(parse(line, `Line ${count} of ${name}`))) {
      throw new Error(`Line ${count} of ${name} is not an object.`);
    }
  };
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    for (const line of lines.take(chunk)) check(line);
  }
  for (const line of lines.end()) check(line);
  return count;
}

async function arrayOf(file: string): Promise<unknown[]> {
  const value = parse(await textOf(file, ARRAY_LIMIT), "The file");
  if (!Array.isArray(value)) throw new Error("The file is not a JSON array of documents.");
  return value;
}

async function textOf(file: string, limit: number): Promise<string> {
  const { size } = await stat(file);
  if (size > limit) throw new Error(`A file of this format may have ${limit} bytes; use JSON lines for more.`);
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
