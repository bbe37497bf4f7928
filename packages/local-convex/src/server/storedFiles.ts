import { open, type FileHandle } from "node:fs/promises";
import type { CoreApi, StoredFile } from "../contract/core";

/** A stored file and its open bytes. The caller closes it. */
export interface OpenedFile {
  file: StoredFile;
  handle: FileHandle;
}

interface CachedFile {
  file: StoredFile;
  /** Identifies the file on disk: an import may put another one under the same name. */
  version: string;
}

/** Cached files, at about 0.4 KiB each. */
const MAX_CACHED = 10_000;

/**
 * Stored files by their secret names. Caches what the core returned, so that readers do not wait for functions that run there. Deletions
 * need no message. The core deletes the bytes before it responds to the mutation, and a name without bytes is looked up again. Evicts the
 * oldest names first.
 */
export class StoredFiles {
  readonly #core: Pick<CoreApi, "findFile">;
  readonly #cache = new Map<string, CachedFile>();
  readonly #maxCached: number;

  constructor(core: Pick<CoreApi, "findFile">, maxCached = MAX_CACHED) {
    this.#core = core;
    this.#maxCached = maxCached;
  }

  /** Returns the opened file of this name, or null if there is none. */
  async open(name: string): Promise<OpenedFile | null> {
    const cached = this.#cache.get(name);
    const opened = cached && (await openFile(cached.file));
    if (opened?.version === cached?.version && opened) return opened;
    await opened?.handle.close();
    this.#cache.delete(name);
    return await this.#lookUp(name);
  }

  async #lookUp(name: string): Promise<OpenedFile | null> {
    const file = await this.#core.findFile(name);
    const opened = file && (await openFile(file));
    if (!opened) return null;
    if (this.#cache.size >= this.#maxCached) this.#evictOldest();
    this.#cache.set(name, { file, version: opened.version });
    return opened;
  }

  #evictOldest(): void {
    for (const name of this.#cache.keys()) return void this.#cache.delete(name);
  }
}

/** Opens a file. Returns null if its bytes are gone. */
async function openFile(file: StoredFile): Promise<(OpenedFile & { version: string }) | null> {
  try {
    const handle = await open(file.path);
    const { ino, mtimeMs } = await handle.stat();
    return { file, handle, version: `${ino} ${mtimeMs}` };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
