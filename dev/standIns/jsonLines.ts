import { readFileSync } from "node:fs";

/** The values of a file with one JSON value per line. A line that a crash cut short is skipped. */
export function readJsonLines<T>(file: string): T[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as T];
      } catch {
        return [];
      }
    });
}
