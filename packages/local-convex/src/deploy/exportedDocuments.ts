import { createReadStream, createWriteStream } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { fromUniform } from "../database/valueFormats";
import type { Json, JsonObject } from "../database/values";
import { Lines } from "../storage/lines";
import { parseShape, restored, type Hint } from "./inferredShape";

/** Gives a line of an export the form that documents have here. */
type Reading = (line: string) => string;

/**
 * Writes a table's documents anew, as a `generated_schema.jsonl` beside them says that they are to be read: exports of the real
 * service have one for each table. Gives the new file; the old one is removed.
 */
export async function restoreDocuments(documents: string, schema: string, name: string): Promise<string> {
  const read = readingOf(await readFile(schema, "utf8"), `${name}/generated_schema.jsonl`);
  const target = `${documents}.restored`;
  let number = 0;
  const restore = (line: string) => {
    number += 1;
    try {
      return `${read(line)}\n`;
    } catch (error) {
      throw new Error(`Line ${number} of ${name}/documents.jsonl: ${(error as Error).message}`);
    }
  };
  await pipeline(
    async function* () {
      const lines = new Lines();
      for await (const chunk of createReadStream(documents) as AsyncIterable<Buffer>) {
        for (const line of lines.take(chunk)) yield restore(line);
      }
      for (const line of lines.end()) yield restore(line);
    },
    createWriteStream(target, { flags: "wx", mode: 0o600 }),
  );
  await rm(documents);
  return target;
}

/** `"uniform"`, or in older exports the shape of all values and, by id, what single documents have where that leaves it open. */
function readingOf(schema: string, name: string): Reading {
  const [first = "", ...rest] = schema.split("\n").filter((line) => line.trim() !== "");
  try {
    const form: unknown = JSON.parse(first);
    if (form === "uniform") return fromUniform;
    if (typeof form !== "string") throw new Error("first line of generated_schema must be a string");
    const shape = parseShape(form);
    const hints = new Map<string, Hint>(rest.flatMap((line) => Object.entries(JSON.parse(line) as JsonObject)));
    return (line) => {
      const document = JSON.parse(line) as JsonObject;
      return JSON.stringify(restored(document, [shape], hints.get(String(document["_id"])) satisfies Json | undefined));
    };
  } catch (error) {
    throw new Error(`cannot parse ${name}: ${(error as Error).message}`);
  }
}
