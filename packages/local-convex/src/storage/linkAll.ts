import { constants, copyFileSync, linkSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Gives each file below a folder a second name in a new folder. Temporary ones, and links, stay out. */
export function linkAll(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory() && entry.name !== "tmp") linkAll(source, target);
    else if (entry.isFile()) linkOrCopy(source, target);
  }
}

/** The error codes of a disk without hard links, or with no more for this file: FAT, some shared folders, 1,023 links on NTFS. */
const NO_LINK = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EXDEV", "EMLINK"]);

/** Gives a file a second name, which costs no space and stays when the first goes; a copy where the disk knows no such names. */
export function linkOrCopy(from: string, to: string, link = linkSync): void {
  try {
    link(from, to);
  } catch (error) {
    if (!NO_LINK.has(String((error as NodeJS.ErrnoException).code))) throw error;
    copyFileSync(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  }
}
