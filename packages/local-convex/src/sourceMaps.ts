import { readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";

export interface Place {
  file: string;
  row: number;
  column: number;
}

const KEPT = 4;
const maps = new Map<string, SourceMap | null>();

/**
 * Where a place in a pushed module was written. Maps are read when something is thrown: kept ready for every module, as
 * Node would, they are the largest part of the memory.
 */
export function originalPlace(file: string, row: number, column: number): Place | null {
  const entry = mapOf(file)?.findEntry(row - 1, column - 1);
  if (entry === undefined || !("originalSource" in entry)) return null;
  return { file: entry.originalSource, row: entry.originalLine + 1, column: entry.originalColumn + 1 };
}

function mapOf(file: string): SourceMap | null {
  let map = maps.get(file);
  if (map === undefined) {
    map = readMap(`${file}.map`);
    const [oldest] = maps.keys();
    if (maps.size >= KEPT && oldest !== undefined) maps.delete(oldest);
    maps.set(file, map);
  }
  return map;
}

function readMap(file: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(file, "utf8")) as SourceMapPayload);
  } catch {
    // A place in this program or in a package: not the project's.
    return null;
  }
}
