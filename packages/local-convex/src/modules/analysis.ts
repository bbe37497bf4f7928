import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Json } from "../database/values";
import { pushError, uncaught } from "../errors";
import { exportsOf, instantiate, type DefinitionJson } from "./instances";
import { importModule, type AnalyzedFunction, type AnalyzedModule, type CronSpec } from "./project";
import type { DefinitionAnalysis, Instance, PushState, SchemaJson } from "./project";
import type { StoredDefinition } from "./pushFiles";
import type { Recording } from "./variables";

/** Evaluates a push's modules, in a worker without a database. */
export async function analyze(
  pushId: string,
  folder: string,
  definitions: StoredDefinition[],
  environment: Recording,
): Promise<PushState> {
  const analysis: Record<string, DefinitionAnalysis> = {};
  for (const definition of inDependencyOrder(definitions)) {
    const path = join(folder, definition.folder);
    analysis[definition.definitionPath] = {
      definition: await evaluateDefinition(path, definition, definitions, analysis),
      schema: await evaluateSchema(path, definition),
      functions: await evaluateModules(path, definition),
      udfConfig: UDF_CONFIG(definition.udfServerVersion),
    };
  }
  for (const definition of definitions) {
    if (definition.definitionPath === "") continue;
    const entry = analysis[definition.definitionPath]!;
    entry.definition["exports"] = exportsOf(entry.functions);
  }
  const instances: Instance[] = [];
  const app = instantiate("", "", "", [], analysis, instances);
  const auth = await evaluateAuth(join(folder, definitions[0]!.folder), definitions[0]!, environment);
  return { pushId, definitions, analysis, instances, app, auth };
}

const UDF_CONFIG = (serverVersion: string) => ({
  serverVersion,
  importPhaseRngSeed: { $bytes: Buffer.alloc(32).toString("base64") },
  importPhaseUnixTimestamp: { $integer: Buffer.alloc(8).toString("base64") },
});

/** Sorts definitions: dependencies first. */
function inDependencyOrder(definitions: StoredDefinition[]): StoredDefinition[] {
  const sorted = new Set<StoredDefinition>();
  const visit = (definition: StoredDefinition) => {
    if (sorted.has(definition)) return;
    for (const path of definition.dependencies) {
      const dependency = definitions.find((candidate) => candidate.definitionPath === path);
      if (dependency !== undefined && dependency !== definition) visit(dependency);
    }
    sorted.add(definition);
  };
  definitions.forEach(visit);
  return [...sorted];
}

async function evaluateDefinition(
  folder: string,
  definition: StoredDefinition,
  definitions: StoredDefinition[],
  analysis: Record<string, DefinitionAnalysis>,
): Promise<Record<string, unknown>> {
  const { definitionPath: path } = definition;
  if (definition.definition === null) return { ...EMPTY_APP, path };
  mkdirSync(join(folder, "_componentDeps"), { recursive: true });
  for (const dependency of definitions) {
    const analyzed = analysis[dependency.definitionPath]?.definition as DefinitionJson | undefined;
    if (analyzed?.definitionType.type !== "childComponent") continue;
    const stub = { componentDefinitionPath: dependency.definitionPath, defaultName: analyzed.definitionType.name };
    const name = Buffer.from(dependency.definitionPath).toString("base64url");
    const source = `const stub = ${JSON.stringify(stub)};\nexport default { ...stub, export() { return stub; } };\n`;
    writeFileSync(join(folder, "_componentDeps", `${name}.js`), source);
  }
  const module = await evaluate(join(folder, definition.definition), definition.definition);
  const exported = (module["default"] as { export(): DefinitionJson }).export();
  const { name: _, ...rest } = exported;
  return { ...rest, path };
}

const EMPTY_APP = {
  definitionType: { type: "app" },
  childComponents: [],
  httpMounts: {},
  exports: { type: "branch", branch: [] },
};

async function evaluateSchema(folder: string, definition: StoredDefinition): Promise<SchemaJson | null> {
  if (definition.schema === null) return null;
  const module = await evaluate(join(folder, definition.schema), definition.schema);
  const schema = module["default"] as { export?: () => string } | undefined;
  if (typeof schema?.export !== "function") {
    throw pushError("InvalidSchema", "The default export of schema.ts must be made by defineSchema().");
  }
  return JSON.parse(schema.export()) as SchemaJson;
}

const CONFIG_MODULES = new Set(["auth.config.js", "schema.js", "convex.config.js"]);

async function evaluateModules(folder: string, definition: StoredDefinition): Promise<Record<string, AnalyzedModule>> {
  const functions: Record<string, AnalyzedModule> = {};
  for (const { path, environment } of definition.modules) {
    if (path.startsWith("_deps/") || CONFIG_MODULES.has(path)) continue;
    const module = await evaluate(join(folder, path), path);
    functions[path] = {
      functions: Object.entries(module).flatMap(([name, value]) => functionOf(path, environment, name, value)),
      httpRoutes: path === "http.js" ? routesOf(module["default"]) : null,
      cronSpecs: path === "crons.js" ? cronsOf(module["default"]) : null,
      sourceMapped: null,
    };
  }
  return functions;
}

const TYPES = { isQuery: "Query", isMutation: "Mutation", isAction: "Action" } as const;

function functionOf(path: string, environment: string, name: string, value: unknown): AnalyzedFunction[] {
  const isCandidate = (typeof value === "object" || typeof value === "function") && value !== null;
  if (!isCandidate) return [];
  const kinds = (Object.keys(TYPES) as (keyof typeof TYPES)[]).filter((kind) => kind in value);
  const isPublic = "isPublic" in value;
  if (kinds.length !== 1 || isPublic === "isInternal" in value) return [];
  const udfType = TYPES[kinds[0]!];
  if (environment === "node" && udfType !== "Action") {
    throw pushError(
      "InvalidModules",
      `\`${name}\` defined in \`${path}\` is a ${udfType} function. Only actions can be defined in Node.js. See https://docs.convex.dev/functions/actions for more details.`,
    );
  }
  const exporter = value as { exportArgs?: () => string; exportReturns?: () => string };
  return [
    {
      name,
      pos: null,
      udfType,
      visibility: { kind: isPublic ? "public" : "internal" },
      args: exporter.exportArgs?.() ?? '{"type":"any"}',
      returns: exporter.exportReturns?.() ?? "null",
    },
  ];
}

function routesOf(router: unknown): AnalyzedModule["httpRoutes"] {
  const routes = (router as { isRouter?: true; getRoutes?: () => [string, string, unknown][] } | undefined) ?? {};
  if (routes.isRouter !== true || routes.getRoutes === undefined) {
    throw pushError("InvalidModules", "The default export of `convex/http.ts` is not a Router.");
  }
  return routes.getRoutes().map(([path, method]) => ({ route: { path, method }, pos: null }));
}

function cronsOf(crons: unknown): AnalyzedModule["cronSpecs"] {
  const exporter = (crons as { isCrons?: true; export?: () => string } | undefined) ?? {};
  if (exporter.export === undefined) {
    throw pushError("InvalidModules", "The default export of `convex/crons.ts` is not made by cronJobs().");
  }
  const specs = JSON.parse(exporter.export()) as Record<
    string,
    { name: string; args: Json[]; schedule: CronSpec["cronSchedule"] }
  >;
  return Object.entries(specs).map(([identifier, { name, args, schedule }]) => ({
    identifier,
    spec: { udfPath: name, udfArgs: args, cronSchedule: schedule },
  }));
}

/** Returns the providers of auth.config. Throws if it reads a variable that is not set. */
export async function evaluateAuth(folder: string, app: StoredDefinition, environment: Recording): Promise<unknown[]> {
  if (!app.modules.some((module) => module.path === "auth.config.js")) return [];
  environment.missing.clear();
  const module = await evaluate(join(folder, "auth.config.js"), "auth.config.js", environment);
  const { providers } = (module["default"] ?? {}) as { providers?: unknown[] };
  refuseMissing(environment);
  if (!Array.isArray(providers))
    throw pushError("InvalidAuthConfig", "auth.config must export default {providers: […]}.");
  return providers;
}

function refuseMissing({ missing }: Recording): void {
  const [name] = missing;
  if (name === undefined) return;
  throw pushError(
    "AuthConfigMissingEnvironmentVariable",
    `Environment variable ${name} is used in auth config file but its value was not set.`,
  );
}

async function evaluate(file: string, name: string, environment?: Recording): Promise<Record<string, unknown>> {
  try {
    return await importModule(file, "");
  } catch (thrown) {
    if (environment !== undefined) refuseMissing(environment);
    const message = `Loading the pushed modules encountered the following error:\nFailed to analyze ${name}: ${uncaught(thrown)}`;
    throw pushError("InvalidModules", message);
  }
}
