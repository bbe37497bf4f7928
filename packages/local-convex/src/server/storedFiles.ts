import { open, type FileHandle } from "node:fs/promises";
import type { CoreApi, StoredFile } from "../contract/core";

/** A stored file and its open bytes. The caller closes it. */
export interface OpenedFile {
  file: StoredFile;
  handle: FileHandle;
}

interface Known {
  file: StoredFile;
  /** Identifies the file on disk: an import may put another one under the same name. */
  mark: string;
}

/** Cached files, at about 0.4 KiB each. */
const KNOWN_AT_MOST = 10_000;

/**
 * Stored files by their secret names. Caches what the core returned, so that readers do not wait for functions that run there. Deletions
 * need no message: the core deletes the bytes before it responds to the mutation, and a name without bytes is looked up again. Evicts the
 * oldest names first.
 */
export class StoredFiles {
  readonly #core: Pick<CoreApi, "findFile">;
  readonly #known = new Map<string, Known>();
  readonly #atMost: number;

  constructor(core: Pick<CoreApi, "findFile">, atMost = KNOWN_AT_MOST) {
    this.#core = core;
    this.#atMost = atMost;
  }

  /** Returns the opened file of this name, or null if there is none. */
  async open(name: string): Promise<OpenedFile | null> {
    const known = this.#known.get(name);
    const opened = known && (await opening(known.file));
    if (opened?.mark === known?.mark && opened) return opened;
    await opened?.handle.close();
    this.#known.delete(name);
    return await this.#ask(name);
  }

  async #ask(name: string): Promise<OpenedFile | null> {
    const file = await this.#core.findFile(name);
    const opened = file && (await opening(file));
    if (!opened) return null;
    if (this.#known.size >= this.#atMost) this.#forgetOldest();
    this.#known.set(name, { file, mark: opened.mark });
    return opened;
  }

  #forgetOldest(): void {
    for (const name of this.#known.keys()) return void this.#known.delete(name);
  }
}

/** Opens a file. Returns null if its bytes are gone. */
async function opening(file: StoredFile): Promise<(OpenedFile & { mark: string }) | null> {
  try {
    const handle = await open(file.path);
    const { ino, mtimeMs } = await handle.stat();
    return { file, handle, mark: `${ino} ${mtimeMs}` };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
