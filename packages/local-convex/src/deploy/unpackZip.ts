import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { openPromise, type Entry, type ZipFile } from "yauzl";
import type { ImportedFile, ImportedTable } from "../contract/backups";
import { nameOf, partsOf } from "../paths.mjs";
import { fromUniform } from "../database/valueFormats";
import type { Json, JsonObject } from "../database/values";
import { streamedLinesOf } from "../storage/lines";
import { limitBytes, type Budget } from "./byteBudget";
import { parseShape, restored, type Hint } from "./inferredShape";

type Uncounted = Omit<ImportedTable, "count">;

const STORAGE = "_storage";
const TABLES = "_tables";
const UNPACKED_LIMIT = 2 * 1024 ** 3;
const MAX_ENTRIES = 100_000;
// `_components/a/_components/b/messages/documents.jsonl`: the component's path, the folder, the file.
const ENTRY_PATH = /^((?:_components\/[^/]+\/)*)([^/]+)\/([^/]+)$/;

/** Unpacks the tables and files of a snapshot that `npx convex export` made, here or at the real service. */
export async function unpackZip(
  file: string,
  folder: string,
  base: string,
): Promise<{ tables: Uncounted[]; files: ImportedFile[] }> {
  const zip = await openPromise(file).catch((error: Error) => {
    throw new Error(`This is not a ZIP file: ${error.message}`);
  });
  try {
    return await new Unpacking(zip, folder, base).run();
  } finally {
    zip.close();
  }
}

class Unpacking {
  readonly #zip: ZipFile;
  readonly #folder: string;
  readonly #base: string;
  readonly #tables: Uncounted[] = [];
  readonly #files: ImportedFile[] = [];
  /** Table numbers, by component and name. */
  readonly #numbers = new Map<string, number>();
  readonly #budget: Budget = { remaining: UNPACKED_LIMIT };
  /** Files with the types of a table's documents, by component and name. */
  readonly #schemas = new Map<string, string>();
  #entries = 0;

  constructor(zip: ZipFile, folder: string, base: string) {
    this.#zip = zip;
    this.#folder = folder;
    this.#base = base;
  }

  async run() {
    for await (const entry of this.#zip.eachEntry()) {
      if ((this.#entries += 1) > MAX_ENTRIES) throw new Error(`A snapshot may have ${MAX_ENTRIES} files.`);
      await this.#take(entry);
    }
    if (this.#tables.length === 0) {
      throw new Error("This is not a snapshot: it has no documents.jsonl of any table.");
    }
    for (const table of this.#tables) {
      const schema = this.#schemas.get(`${table.component}/${table.name}`);
      if (schema !== undefined) table.documents = await restoreDocuments(table.documents, schema, table.name);
    }
    const numberOf = ({ component, name }: Uncounted) => this.#numbers.get(`${component}/${name}`) ?? null;
    // The app comes first. At the real service each component numbers its own tables, so two tables may want one number.
    const tables = this.#tables.sort((a, b) => a.component.length - b.component.length);
    return { tables: tables.map((table) => ({ ...table, number: numberOf(table) })), files: this.#files };
  }

  async #take(entry: Entry): Promise<void> {
    const [, components, name, file] = ENTRY_PATH.exec(entry.fileName) ?? [];
    if (components === undefined || name === undefined || file === undefined) return;
    const component = this.#componentOf(components);
    if (file === "documents.jsonl" && name === TABLES) await this.#takeNumbers(entry, component);
    else if (file === "documents.jsonl" && (name === STORAGE || !name.startsWith("_"))) {
      const documents = await this.#save(entry);
      this.#tables.push({ component, name, number: null, documents });
    } else if (file === "generated_schema.jsonl" && !name.startsWith("_")) {
      this.#schemas.set(`${component}/${name}`, await this.#save(entry));
    } else if (name === STORAGE && !file.endsWith(".jsonl")) await this.#takeFile(entry, component, file);
  }

  async #takeNumbers(entry: Entry, component: string): Promise<void> {
    const text = await readFile(await this.#save(entry), "utf8");
    for (const line of text.split("\n").filter((text) => text.trim() !== "")) {
      const { name, id } = JSON.parse(line) as { name: unknown; id: unknown };
      const isNumber = typeof id === "number" && Number.isInteger(id) && id > 0 && id < 2 ** 31;
      if (isNumber) this.#numbers.set(`${component}/${String(name)}`, id);
    }
  }

  /** Stores a file. Its name is its id, at the real service with an extension. */
  async #takeFile(entry: Entry, component: string, file: string): Promise<void> {
    const hash = createHash("sha256");
    const temporaryPath = await this.#save(entry, (chunk) => hash.update(chunk));
    const id = file.split(".")[0]!;
    this.#files.push({ component, id, temporaryPath, size: entry.uncompressedSize, sha256: hash.digest("base64") });
  }

  /** Saves an entry under a generated name. Its own name never becomes a path. */
  async #save(entry: Entry, onChunk: (chunk: Buffer) => void = () => undefined): Promise<string> {
    const target = path.join(this.#folder, `entry${this.#entries}`);
    const source: Readable = await this.#zip.openReadStreamPromise(entry);
    const observed = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        onChunk(chunk);
        yield chunk;
      }
    };
    await pipeline(source, limitBytes(this.#budget), observed, createWriteStream(target, { flags: "wx", mode: 0o600 }));
    return target;
  }

  #componentOf(folders: string): string {
    const names = partsOf(folders).filter((_, at) => at % 2 === 1);
    return nameOf(...[this.#base, ...names].filter((name) => name !== ""));
  }
}

/** Converts a line of an export to a document's text. */
type LineConverter = (line: string) => string;

/**
 * Rewrites a table's documents in this deployment's format, by the `generated_schema.jsonl` that each table of a real export has. Returns
 * the new file. Deletes the old one.
 */
async function restoreDocuments(documents: string, schema: string, name: string): Promise<string> {
  const convert = lineConverterOf(await readFile(schema, "utf8"), `${name}/generated_schema.jsonl`);
  const target = `${documents}.restored`;
  let number = 0;
  const restore = (line: string) => {
    number += 1;
    try {
      return `${convert(line)}\n`;
    } catch (error) {
      throw new Error(`Line ${number} of ${name}/documents.jsonl: ${(error as Error).message}`);
    }
  };
  await pipeline(
    async function* () {
      for await (const line of streamedLinesOf(documents)) yield restore(line);
    },
    createWriteStream(target, { flags: "wx", mode: 0o600 }),
  );
  await rm(documents);
  return target;
}

/**
 * Returns the conversion for a schema file. It says `"uniform"`, or in older exports the shape of all values, with hints for single
 * documents by id.
 */
function lineConverterOf(schema: string, name: string): LineConverter {
  const [first = "", ...rest] = schema.split("\n").filter((text) => text.trim() !== "");
  try {
    const format: unknown = JSON.parse(first);
    if (format === "uniform") return fromUniform;
    if (typeof format !== "string") throw new Error("first line of generated_schema must be a string");
    const shape = parseShape(format);
    const hints = new Map<string, Hint>(rest.flatMap((line) => Object.entries(JSON.parse(line) as JsonObject)));
    return (line) => {
      const document = JSON.parse(line) as JsonObject;
      return JSON.stringify(restored(document, [shape], hints.get(String(document["_id"])) satisfies Json | undefined));
    };
  } catch (error) {
    throw new Error(`cannot parse ${name}: ${(error as Error).message}`);
  }
}
