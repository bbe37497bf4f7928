import { constants, copyFileSync, linkSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Hard-links all files below a folder into a new one. Skips `tmp` folders and links. */
export function linkAll(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory() && entry.name !== "tmp") linkAll(source, target);
    else if (entry.isFile()) linkOrCopy(source, target);
  }
}

/** Error codes of a disk without hard links (FAT, some shared folders), or without more links for this file (1,023 on NTFS). */
const NO_LINK = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EXDEV", "EMLINK"]);

/** Hard-links a file, which takes no space and survives the deletion of the original. Copies it where the disk has no hard links. */
export function linkOrCopy(from: string, to: string, link = linkSync): void {
  try {
    link(from, to);
  } catch (error) {
    if (!NO_LINK.has(String((error as NodeJS.ErrnoException).code))) throw error;
    copyFileSync(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  }
}
