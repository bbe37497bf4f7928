/** Searches the disk of this machine for the data of an erased deployment. */
import { open, readdir, rm } from "node:fs/promises";
import path from "node:path";

/** Deletes backups and the remains of exports and restores, which hold data of erased people. Returns the deleted paths. */
export async function deleteCopies(dir: string): Promise<string[]> {
  const names = await readdir(dir);
  const copies = [
    ...names.filter((name) => name === "backups" || name.startsWith("replaced-") || name.startsWith("restoring-")),
    ...["deployment/exports", "deployment/copies"],
  ];
  const deleted: string[] = [];
  for (const copy of copies.map((name) => path.join(dir, name))) {
    for (const name of await readdir(copy).catch(() => [])) {
      await rm(path.join(copy, name), { recursive: true, force: true });
      deleted.push(path.join(copy, name));
    }
  }
  return deleted;
}

/** Searches all files below a folder for byte sequences, except the stand-ins' files. Returns the files with a hit. */
export async function searchDisk(
  dir: string,
  patterns: readonly Buffer[],
): Promise<{ count: number; bytes: number; found: string[] }> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !STAND_INS.includes(path.relative(dir, file).split(path.sep)[0] ?? ""));
  const [found, longest]: [string[], number] = [[], Math.max(0, ...patterns.map(({ length }) => length))];
  let bytes = 0;
  for (const file of files) {
    const { size, isFound } = await searchFile(file, patterns, longest);
    bytes += size;
    if (isFound) found.push(file);
  }
  return { count: files.length, bytes, found };
}

/** Not searched: stand-ins simulate outside services, which store their own data. */
const STAND_INS = ["mail", "pay", "bench", "nightly"];
const CHUNK = 2 ** 22;

/** Reads overlapping pieces, so that it finds hits across two pieces. */
async function searchFile(name: string, patterns: readonly Buffer[], longest: number) {
  const file = await open(name).catch(() => null);
  // The database has deleted the file.
  if (file === null) return { size: 0, isFound: false };
  const chunk = Buffer.alloc(CHUNK + longest);
  let [size, isFound, overlap] = [0, false, 0];
  for (;;) {
    const { bytesRead } = await file.read(chunk, overlap, CHUNK);
    if (bytesRead === 0) break;
    size += bytesRead;
    const part = chunk.subarray(0, overlap + bytesRead);
    isFound ||= patterns.some((bytes) => part.includes(bytes));
    overlap = Math.min(longest, part.length);
    part.copyWithin(0, part.length - overlap);
  }
  await file.close();
  return { size, isFound };
}
