import { join } from "node:path";
import { compile, type Check, type ValidatorJson } from "../database/validators";
import { frames } from "./frame";
import { importing } from "./globals";
import type { LoadedFunction, Registered } from "./loadedFunction";
import type { StoredDefinition } from "./pushFiles";
import { buildersIn, withFastPaths, type Builders } from "./quickCalls";
import { speedUpReads } from "./quickReads";
import type { TableSchema } from "../database/schema";
import { writerOf, type Writer } from "./resultText";
import { urlOf } from "../paths.mjs";

export interface AnalyzedFunction {
  name: string;
  pos: null;
  udfType: "Query" | "Mutation" | "Action";
  visibility: { kind: "public" | "internal" };
  args: string;
  returns: string;
}

export interface AnalyzedModule {
  functions: AnalyzedFunction[];
  httpRoutes: { route: { path: string; method: string }; pos: null }[] | null;
  cronSpecs: { identifier: string; spec: CronSpec }[] | null;
  sourceMapped: null;
}

export interface CronSpec {
  udfPath: string;
  /** Convex JSON of a list with the arguments object. */
  udfArgs: unknown[];
  cronSchedule: Record<string, unknown> & { type: string };
}

/** A mounted component, or the app, in the tree of instances. */
export interface Instance {
  /** "" for the app, otherwise the names from the top, with slashes. */
  componentPath: string;
  definitionPath: string;
  name: string;
  environment: [string, { type: "value"; value: string } | { type: "envVar"; name: string }][];
  /** Component paths by child name. */
  children: Record<string, string>;
  httpMounts: Record<string, string>;
}

/** The result of a push's analysis, stored next to its modules. */
export interface PushState {
  pushId: string;
  definitions: StoredDefinition[];
  /** By definition path, in the CLI's format. */
  analysis: Record<string, DefinitionAnalysis>;
  instances: Instance[];
  app: unknown;
  auth: unknown[];
}

export interface DefinitionAnalysis {
  definition: Record<string, unknown>;
  schema: SchemaJson | null;
  functions: Record<string, AnalyzedModule>;
  udfConfig: unknown;
}

export interface SchemaJson {
  tables: TableSchema[];
  schemaValidation: boolean;
}

/** The folder of code shared by several modules, such as the Convex library. */
const SHARED_FOLDER = "_deps/";

/** A push's modules, imported when first needed. */
export class Project {
  readonly state: PushState;
  readonly #folder: string;
  readonly #functions = new Map<string, Map<string, LoadedFunction>>();
  readonly #instances = new Map<string, Instance>();
  readonly #modules = new Map<string, Promise<Record<string, unknown>>>();
  /** The builders of each definition's copy of the Convex library, after `warm`. */
  readonly #builders = new Map<string, Builders>();

  constructor(folder: string, state: PushState) {
    this.#folder = folder;
    this.state = state;
    for (const instance of state.instances) this.#instances.set(instance.componentPath, instance);
    for (const [path, { functions }] of Object.entries(state.analysis)) {
      const byPath = new Map<string, LoadedFunction>();
      this.#functions.set(path, byPath);
      for (const [file, module] of Object.entries(functions)) {
        for (const analyzed of module.functions) this.#declare(byPath, path, file, analyzed);
      }
    }
  }

  instance(componentPath: string): Instance | undefined {
    return this.#instances.get(componentPath);
  }

  /** Returns an instance's function at a path such as `mod/sub:fn`. */
  find(componentPath: string, path: string): LoadedFunction | undefined {
    const instance = this.#instances.get(componentPath);
    if (instance === undefined) return undefined;
    const functions = this.#functions.get(instance.definitionPath);
    return functions?.get(path) ?? functions?.get(canonicalPath(path));
  }

  /** Returns a definition's module. Imports it once. */
  module(definitionPath: string, file: string): Promise<Record<string, unknown>> {
    const definition = this.state.definitions.find((candidate) => candidate.definitionPath === definitionPath)!;
    const path = join(this.#folder, definition.folder, file);
    let module = this.#modules.get(path);
    if (module === undefined) {
      const owner = this.state.instances.find((candidate) => candidate.definitionPath === definitionPath);
      module = importModule(path, owner?.componentPath ?? "");
      this.#modules.set(path, module);
    }
    return module;
  }

  /** Imports all modules before the first calls. A module that fails reports it when it is called. */
  async warm(): Promise<void> {
    for (const { definitionPath, modules } of this.state.definitions) {
      const files = Object.keys(this.state.analysis[definitionPath]?.functions ?? {});
      for (const file of files) await this.module(definitionPath, file).catch(() => undefined);
      const builders: Builders = new Map();
      for (const { path, environment } of modules) {
        if (environment !== "isolate" || !path.startsWith(SHARED_FOLDER)) continue;
        const exported = await this.module(definitionPath, path).catch(() => ({}));
        await speedUpReads(exported);
        for (const [name, builder] of buildersIn(exported)) builders.set(name, builder);
      }
      this.#builders.set(definitionPath, builders);
    }
  }

  /** Returns the folder of a definition's modules. */
  pathOf(definition: StoredDefinition): string {
    return join(this.#folder, definition.folder);
  }

  hasModule(file: string): boolean {
    return this.state.definitions[0]!.modules.some((module) => module.path === file);
  }

  #isNode(definitionPath: string, file: string): boolean {
    const definition = this.state.definitions.find((candidate) => candidate.definitionPath === definitionPath);
    return definition?.modules.some(({ path, environment }) => path === file && environment === "node") === true;
  }

  #declare(
    byPath: Map<string, LoadedFunction>,
    definitionPath: string,
    file: string,
    analyzed: AnalyzedFunction,
  ): void {
    const path = `${file.replace(/\.js$/, "")}:${analyzed.name}`;
    const type = analyzed.udfType.toLowerCase() as LoadedFunction["type"];
    const isPublic = analyzed.visibility.kind === "public";
    const isNode = this.#isNode(definitionPath, file);
    let loaded: Registered | undefined;
    const load = async () => {
      const module = await this.module(definitionPath, file);
      const registered = module[analyzed.name] as Registered;
      const builders = this.#builders.get(definitionPath);
      if (type === "action") return (loaded = registered);
      if (builders === undefined) return registered;
      return (loaded = withFastPaths(registered, { type, isPublic }, builders, writerFor(analyzed.returns)));
    };
    const checks = { checkArgs: checkOf(analyzed.args), checkReturns: checkOf(analyzed.returns) };
    byPath.set(path, { path, type, isPublic, isNode, ...checks, load: () => loaded ?? load() });
  }
}

/** Converts names such as `mod.js:fn` and `mod` to `mod:fn`. */
function canonicalPath(path: string): string {
  const [module, name] = path.split(":");
  return `${module!.replace(/\.js$/, "")}:${name ?? "default"}`;
}

let importQueue: Promise<unknown> = Promise.resolve();

/** Imports modules one after the other. During its evaluation a module sees its component's `process.env`. */
export function importModule(path: string, component: string): Promise<Record<string, unknown>> {
  const imported = importQueue.then(async () => {
    importing.component = component;
    // Outside the function that first needs it: evaluating a module is not part of a call.
    const module: unknown = await frames.exit(() => import(urlOf(path)));
    return module as Record<string, unknown>;
  });
  importQueue = imported.catch(() => undefined);
  return imported;
}

function writerFor(text: string): Writer | null {
  const validator = JSON.parse(text) as ValidatorJson | null;
  return validator === null ? null : writerOf(validator);
}

function checkOf(text: string): Check | null {
  const validator = JSON.parse(text) as ValidatorJson | null;
  return validator === null || validator.type === "any" ? null : compile(validator);
}
