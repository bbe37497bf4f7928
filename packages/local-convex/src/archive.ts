import { createWriteStream } from "node:fs";
import { mkdir, open, rename } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { openPromise } from "yauzl";
import { ZipFile } from "yazl";
import { fileBelow, filesBelow, nameOf } from "./paths.mjs";

interface Packing {
  /** The folder that they get in the archive. */
  within: string;
  /** Which files, by their paths below the packed folder. */
  only: RegExp;
  /** Single files from elsewhere, by their names in the archive. */
  more: Record<string, string>;
}

/** Packs files below a folder; the archive is on disk when this resolves, whole or not at all. */
export async function pack(folder: string, file: string, { within, only, more }: Packing): Promise<void> {
  const archive = new ZipFile();
  const failed = new Promise<never>((_, reject) => archive.once("error", reject));
  // Stored files are mostly pictures, which do not become smaller.
  const add = (from: string, name: string) =>
    archive.addFile(from, name, { compress: /\.(sqlite|js|json|map)$/.test(name), mode: 0o100600 });
  for (const { file: from, name } of await filesBelow(folder)) {
    if (only.test(name)) add(from, nameOf(within, name));
  }
  for (const [name, from] of Object.entries(more)) add(from, name);
  archive.end();
  const target = createWriteStream(`${file}.part`, { mode: 0o600, flush: true });
  await Promise.race([pipeline(archive.outputStream, target), failed]);
  await rename(`${file}.part`, file);
  await syncFolder(path.dirname(file));
}

/** Unpacks an archive into a new folder. A name that leads out of the folder is refused. */
export async function unpack(file: string, folder: string): Promise<void> {
  const archive = await openPromise(file);
  try {
    for await (const entry of archive.eachEntry()) {
      const target = fileBelow(folder, entry.fileName);
      if (target === null) throw new Error(`${entry.fileName} would lie outside of its folder.`);
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      if (entry.fileName.endsWith("/")) continue;
      const source = await archive.openReadStreamPromise(entry);
      await pipeline(source, createWriteStream(target, { flags: "wx", mode: 0o600, flush: true }));
    }
  } finally {
    archive.close();
  }
}

/** Brings the names in a folder to the disk. Windows cannot open a folder, and writes the names of its files by itself. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const opened = await open(folder, "r");
  await opened.sync().finally(() => opened.close());
}
