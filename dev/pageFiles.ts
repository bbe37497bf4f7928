import { existsSync, realpathSync } from "node:fs";
import path from "node:path";

/** The page's sources. The dev server serves nothing else below the root: no keys, database, settings or history. */
const sources = ["index.html", "src", "public", "convex/_generated", "convex/shared", "node_modules"];

/** The files that the page's dev server may read. Every user of this machine can request any path. */
export class PageFiles {
  readonly #root: string;
  readonly #data: string;
  /** The sources' real paths, for Vite's own check. */
  readonly allowed: string[];

  constructor({ root, dir }: { root: string; dir: string }) {
    this.#root = realpathOf(root);
    this.#data = realpathOf(dir);
    // Packages may be installed elsewhere and linked.
    this.allowed = sources.map((name) => realpathOf(path.join(this.#root, name)));
  }

  /** True if a URL path, however encoded, may name a file or folder that is not a source. */
  refuses(url: string): boolean {
    const names = namesIn(url);
    return names === null || names.some((name) => !this.#candidates(name).every((file) => this.#mayRead(file)));
  }

  /** Returns the existing files that Vite may resolve a path to: below the root, in the public folder, or anywhere on the disk. */
  #candidates(name: string): string[] {
    const plain = name.replace(/^\/+@(fs|id)(\/__x00__)?(?=\/)/, "").replace(/\/+$/, "");
    const below = [this.#root, path.join(this.#root, "public")].map((folder) => path.join(folder, plain));
    const candidates = [...below, path.resolve("/", plain)];
    return candidates.filter((file) => existsSync(file));
  }

  #mayRead(file: string): boolean {
    const real = realpathOf(file);
    if (real === this.#root || real === path.parse(real).root) return true;
    if (isIn(this.#data, real)) return false;
    const source = this.allowed.find((folder) => isIn(folder, real));
    if (source === undefined) return false;
    // Outside packages, dot files belong to tools or are secrets.
    return path.basename(source) === "node_modules" || !/(^|[\\/])\./.test(path.relative(source, real));
  }
}

/** Returns every path that a URL path may mean, one per decoding. Null: no file has such a path. */
function namesIn(url: string): string[] | null {
  const names: string[] = [];
  let name = url.replace(/\?.*$/s, "");
  while (names.at(-1) !== name) {
    // Browsers never send a fragment. Here it would cut the path after the check.
    if (/[#\\\0]/.test(name)) return null;
    names.push(name);
    try {
      name = decodeURIComponent(name).replace(/\?.*$/s, "");
    } catch {
      return null;
    }
  }
  return names;
}

function realpathOf(file: string): string {
  return existsSync(file) ? realpathSync.native(file) : path.resolve(file);
}

function isIn(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative === "" || (!relative.startsWith("..") && !path.isAbsolute(relative));
}
