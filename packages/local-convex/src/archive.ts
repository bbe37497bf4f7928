import { createWriteStream } from "node:fs";
import { mkdir, open, rename, rm, stat, statfs } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { openPromise } from "yauzl";
import { ZipFile } from "yazl";
import { limitBytes, type Budget } from "./deploy/byteBudget";
import { fileBelow, filesBelow, nameOf } from "./paths.mjs";

interface Packing {
  /** Their folder in the archive. */
  within: string;
  /** Packs only files whose path below the folder matches. */
  only: RegExp;
  /** Additional files, by their names in the archive. */
  more: Record<string, string>;
}

/**
 * Writes files into an archive. If that fails, deletes what was written. Compresses only names that match `compressed`: stored files are
 * mostly pictures, which do not shrink.
 */
export async function writeArchive(
  file: string,
  entries: Iterable<[name: string, from: string]>,
  compressed: RegExp,
): Promise<void> {
  const archive = new ZipFile();
  const failed = new Promise<never>((_, reject) => archive.once("error", reject));
  for (const [name, from] of entries) archive.addFile(from, name, { compress: compressed.test(name), mode: 0o100600 });
  archive.end();
  const target = createWriteStream(file, { mode: 0o600, flush: true });
  try {
    await Promise.race([pipeline(archive.outputStream, target), failed]);
  } catch (error) {
    target.destroy();
    await rm(file, { force: true });
    throw error;
  }
}

/** Packs files below a folder. When it resolves, the complete archive is on disk. If it fails, none is. */
export async function pack(folder: string, file: string, { within, only, more }: Packing): Promise<void> {
  const packed = (await filesBelow(folder)).filter(({ name }) => only.test(name));
  const entries = packed.map(({ file: from, name }): [string, string] => [nameOf(within, name), from]);
  await writeArchive(`${file}.part`, [...entries, ...Object.entries(more)], /\.(sqlite|js|json|map)$/);
  await rename(`${file}.part`, file);
  await syncFolder(path.dirname(file));
}

/** Limits of an archive's content. `ratio`: unpacked bytes per packed byte, beyond the first MiB. Deflate reaches at most 1,100. */
export interface Limits {
  entries: number;
  bytes: number;
  ratio: number;
}

const LIMITS: Limits = { entries: 2_000_000, bytes: 512 * 1024 ** 3, ratio: 1_100 };

/**
 * Unpacks an archive into a new folder. Throws for a name outside the folder, and for more than the limits or the free disk space. Checks
 * the stated sizes first, and counts the actual bytes.
 */
export async function unpack(file: string, folder: string, limits = LIMITS): Promise<void> {
  const archive = await openPromise(file);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (archive.entryCount > limits.entries) throw new Error(`it has more than ${limits.entries} files`);
    const budget = await budgetFor(file, folder, limits);
    const mebibytes = Math.floor(budget.remaining / 1024 ** 2);
    const tooLarge = new Error(`it unpacks to more than ${mebibytes} MiB, the most for its size and this disk`);
    for await (const entry of archive.eachEntry()) {
      const target = fileBelow(folder, entry.fileName);
      if (target === null) throw new Error(`${entry.fileName} would lie outside of its folder`);
      if (entry.uncompressedSize > budget.remaining) throw tooLarge;
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      if (entry.fileName.endsWith("/")) continue;
      const source = await archive.openReadStreamPromise(entry);
      await pipeline(
        source,
        limitBytes(budget, tooLarge),
        createWriteStream(target, { flags: "wx", mode: 0o600, flush: true }),
      );
    }
  } finally {
    archive.close();
  }
}

/** Returns how many bytes may be unpacked: within the limits and the free disk space. */
async function budgetFor(file: string, folder: string, { bytes, ratio }: Limits): Promise<Budget> {
  const [{ size }, { bavail, bsize }] = [await stat(file), await statfs(folder)];
  return { remaining: Math.min(bytes, 1024 ** 2 + size * ratio, bavail * bsize) };
}

/** Syncs the file names in a folder to the disk. Windows cannot open folders, and writes the names on its own. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const opened = await open(folder, "r");
  await opened.sync().finally(() => opened.close());
}
