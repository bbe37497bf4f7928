import { readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { fileOf } from "./paths.mjs";

export interface Place {
  file: string;
  row: number;
  column: number;
}

const MAX_MAPS = 4;
const MAX_PLACES = 1_000;
const maps = new Map<string, SourceMap | null>();
const places = new Map<string, Place | null>();

/**
 * Maps a position in a pushed module to its position in the source. Returns null if there is none. `file`: as in the stack trace. Reads
 * maps only after errors: with all maps in memory, as Node does it, they would be its largest part. Reading one takes milliseconds, so
 * positions are cached: a flood of the same error reads no map.
 */
export function originalPlace(file: string, row: number, column: number): Place | null {
  return cached(places, MAX_PLACES, `${file}:${row}:${column}`, () => {
    const entry = cached(maps, MAX_MAPS, file, () => readMap(`${fileOf(file)}.map`))?.findEntry(row - 1, column - 1);
    if (entry === undefined || !("originalSource" in entry)) return null;
    return { file: entry.originalSource, row: entry.originalLine + 1, column: entry.originalColumn + 1 };
  });
}

/** Returns a key's cached value, or creates it. Evicts the oldest. */
function cached<T>(cache: Map<string, T>, limit: number, key: string, make: () => T): T {
  const existing = cache.get(key);
  if (existing !== undefined) return existing;
  const value = make();
  const [oldest] = cache.keys();
  if (cache.size >= limit && oldest !== undefined) cache.delete(oldest);
  cache.set(key, value);
  return value;
}

function readMap(file: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(file, "utf8")) as SourceMapPayload);
  } catch {
    // No map: a position in this program or a package.
    return null;
  }
}
