import { linkSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Gives each file below a folder a second name in a new folder. Temporary ones, and links, stay out. */
export function linkAll(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory() && entry.name !== "tmp") linkAll(source, target);
    else if (entry.isFile()) linkSync(source, target);
  }
}
