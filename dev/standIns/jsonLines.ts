import { readFileSync } from "node:fs";

/** Returns the values of a file with one JSON value per line. Skips a line that a crash truncated. */
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
