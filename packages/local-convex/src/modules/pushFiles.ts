import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  readdirSync,
  renameSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { ModuleHash, ModuleSource, PushConfig, PushedDefinition } from "../contract/push";
import { pushError } from "../errors";
import { fileBelow, partsOf } from "../paths.mjs";

/** A definition of a push, as stored on disk. */
export interface StoredDefinition {
  definitionPath: string;
  /** Its folder in the push's folder. */
  folder: string;
  dependencies: string[];
  modules: ModuleHash[];
  /** Paths of its convex.config module and of its schema. Null: none. */
  definition: string | null;
  schema: string | null;
  udfServerVersion: string;
}

/** The folder of pushed modules. It links to the project's node_modules, so that imports find packages. */
export class PushFiles {
  readonly #dir: string;

  constructor(dir: string) {
    this.#dir = join(dir, "modules");
  }

  /** Creates the folder. Call it once per process. */
  prepare(projectDir: string): void {
    mkdirSync(this.#dir, { recursive: true });
    writeFileSync(join(this.#dir, "package.json"), '{"type":"module"}');
    const link = join(this.#dir, "node_modules");
    const packages = resolve(projectDir, "node_modules");
    rmSync(link, { force: true });
    // "junction" is the only link on Windows that needs no administrator rights.
    if (existsSync(packages)) symlinkSync(packages, link, "junction");
  }

  folder(pushId: string): string {
    return join(this.#dir, pushId);
  }

  /** Stores a push. Copies modules sent as hashes from the active push. */
  write(
    pushId: string,
    push: PushConfig,
    active: { pushId: string; app: StoredDefinition } | null,
  ): StoredDefinition[] {
    return push.definitions.map((definition, index) => {
      const folder = `c${index}`;
      const target = join(this.folder(pushId), folder);
      const reused = definition.unchanged.map((hash) => this.#unchanged(hash, active));
      const modules = [...definition.modules, ...reused];
      for (const module of [...modules, definition.schema]) if (module !== null) writeModule(target, module);
      if (definition.definition !== null) {
        writeModule(target, { ...definition.definition, source: withExtensions(definition.definition.source) });
      }
      return storedDefinition(definition, folder, modules);
    });
  }

  save(pushId: string, state: object): void {
    const file = join(this.folder(pushId), "push.json");
    writeFileSync(`${file}.new`, JSON.stringify(state));
    renameSync(`${file}.new`, file);
  }

  load<T>(pushId: string): T {
    return JSON.parse(readFileSync(join(this.folder(pushId), "push.json"), "utf8")) as T;
  }

  /** Throws if a push was deleted because a later one was activated. */
  mustExist(pushId: string): void {
    if (/^p[0-9a-f-]+$/.test(pushId) && existsSync(join(this.folder(pushId), "push.json"))) return;
    throw pushError("RaceDetected", "This push was overtaken by another one. Please push again.");
  }

  /** Deletes all pushes except one. Asynchronous, because a push has many files and calls must not wait. */
  deleteAllExcept(pushId: string): void {
    for (const name of readdirSync(this.#dir)) {
      if (name.startsWith("p") && name !== "package.json" && name !== pushId) void this.remove(name);
    }
  }

  /** Deletes a push. The next start deletes what remains. */
  async remove(pushId: string): Promise<void> {
    await rm(this.folder(pushId), { recursive: true, force: true }).catch(() => undefined);
  }

  #unchanged(hash: ModuleHash, active: { pushId: string; app: StoredDefinition } | null): ModuleSource {
    const stored = active?.app.modules.find(
      (candidate) => candidate.path === hash.path && candidate.sha256 === hash.sha256,
    );
    if (active === null || stored === undefined) {
      throw pushError("RaceDetected", `Module ${hash.path} changed in the meantime. Please push again.`);
    }
    const file = join(this.folder(active.pushId), active.app.folder, hash.path);
    const map = existsSync(`${file}.map`) ? readFileSync(`${file}.map`, "utf8") : null;
    const content = readFileSync(file, "utf8");
    const source = content.startsWith(REQUIRE) ? content.slice(sourceStart(content)) : content;
    return { path: hash.path, environment: hash.environment, source, sourceMap: map };
  }
}

/** Returns the hash by which the CLI recognizes a module. */
function hashOf(module: ModuleSource): string {
  return createHash("sha256")
    .update(module.source)
    .update(module.sourceMap ?? "")
    .digest("hex");
}

function storedDefinition(definition: PushedDefinition, folder: string, modules: ModuleSource[]): StoredDefinition {
  return {
    definitionPath: definition.definitionPath,
    folder,
    dependencies: definition.dependencies,
    modules: modules.map((module) => ({ path: module.path, environment: module.environment, sha256: hashOf(module) })),
    definition: definition.definition?.path ?? null,
    schema: definition.schema?.path ?? null,
    udfServerVersion: definition.udfServerVersion,
  };
}

/** The real service's rule (its `sync_types/path.rs`). It gives a name the same file on every system. */
const PATH_COMPONENT = /^(?=.*[a-zA-Z0-9])[a-zA-Z0-9_.]{1,64}$/;

function writeModule(folder: string, module: ModuleSource): void {
  const invalid = partsOf(module.path).find((part) => !PATH_COMPONENT.test(part));
  const file = invalid === undefined ? fileBelow(folder, module.path) : null;
  if (file === null) {
    const rule = "can only contain alphanumeric characters, underscores, or periods, and must have one of the first.";
    throw pushError("InvalidModules", `Path component ${invalid ?? module.path} ${rule}`);
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, module.environment === "node" ? withNodeNames(module.source) : module.source);
  if (typeof module.sourceMap === "string") writeFileSync(`${file}.map`, module.sourceMap);
}

// Bundled CommonJS packages `require` Node's own modules. Stays on the first line, so that source maps still fit.
const REQUIRE =
  'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url); ';
const SOURCE_MARK = "/* source */ ";
/** Maximum length of the added names. */
const MAX_NAMES_LENGTH = 400;

/** Names in the scope of CommonJS modules, besides `require`, which is always added. */
const NODE_NAMES = {
  __filename: "import.meta.filename",
  __dirname: "import.meta.dirname",
  module: "{ exports: {} }",
  exports: "{}",
};

/** Adds the CommonJS names that the source uses and does not declare. */
function withNodeNames(source: string): string {
  const undeclared = Object.entries(NODE_NAMES).filter(([name]) => source.includes(name) && !declares(source, name));
  return `${REQUIRE}${undeclared.map(([name, value]) => `const ${name} = ${value}; `).join("")}${SOURCE_MARK}${source}`;
}

/** Returns where the source begins after the added names. Older files have only `require`. */
function sourceStart(content: string): number {
  const at = content.slice(0, MAX_NAMES_LENGTH).indexOf(SOURCE_MARK);
  return at < 0 ? REQUIRE.length : at + SOURCE_MARK.length;
}

/** True if a bundle declares a name: plainly, by destructuring, or by an import. */
function declares(source: string, name: string): boolean {
  const patterns = [
    `\\b(?:var|let|const|function|class)\\s+${name}\\b`,
    `\\b(?:var|let|const)\\s*[{[][^=]*\\b${name}\\b[^=]*[}\\]]\\s*=`,
    `\\bimport\\b[^;"']*\\b${name}\\b`,
  ];
  return patterns.some((pattern) => new RegExp(pattern).test(source));
}

/** Adds the extensions to imports between definitions, which Node needs. */
function withExtensions(source: string): string {
  return source.replaceAll(/(["'])(\.\/_componentDeps\/[A-Za-z0-9_-]+)\1/g, "$1$2.js$1");
}
