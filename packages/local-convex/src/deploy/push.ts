import type { CoreApi } from "../contract/core";
import type { ModuleHash, ModuleSource, PushAnalysis, PushConfig, PushedDefinition } from "../contract/push";
import { HttpError } from "../server/httpMessages";

type Json = Record<string, unknown>;

/** `deploy2/start_push`: evaluates a push and reports what its activation would change. Changes nothing. */
export async function startPush(core: CoreApi, body: Json) {
  const analysis = await core.analyzePush(configOf(body));
  await requireVariables(core, analysis);
  return {
    environmentVariables: {},
    externalDepsId: null,
    componentDefinitionPackages: {},
    appAuth: analysis.appAuth.map(authInfo),
    analysis: analysis.analysis,
    app: analysis.app,
    schemaChange: schemaChange(analysis),
  };
}

/** `deploy2/evaluate_push`: lists indexes that a push would delete, for the CLI's warning. */
export async function evaluatePush(core: CoreApi, body: Json) {
  return { schemaChange: schemaChange(await core.analyzePush(configOf(body))) };
}

/** `deploy2/wait_for_schema`: checks whether all documents match the schema. */
export async function waitForSchema(core: CoreApi, body: Json) {
  if (body.dryRun === true) return { type: "complete" };
  return core.checkSchema(pushIdOf(body.schemaChange));
}

/** `deploy2/finish_push`: activates the push. */
export async function finishPush(core: CoreApi, body: Json) {
  const pushId = pushIdOf(object(body.startPush).schemaChange);
  if (body.dryRun === true) return { authDiff: { added: [], removed: [] }, definitionDiffs: {}, componentDiffs: {} };
  return core.activatePush(pushId);
}

/** `get_config_hashes`: returns the modules that need not be sent again. */
export async function configHashes(core: CoreApi) {
  const active = await core.activePush();
  const hashes = (active?.modules ?? []).map(({ path, sha256, environment }) => ({ path, hash: sha256, environment }));
  return {
    config: { functions: "convex/", authInfo: [] },
    moduleHashes: hashes,
    nodeDependencies: [],
    udfServerVersion: active?.udfServerVersion ?? null,
  };
}

/** Throws if a variable that convex.config declares as required is not set. */
async function requireVariables(core: CoreApi, { analysis }: PushAnalysis) {
  const { envVars } = object(object(analysis[""]).definition);
  const declared = Array.isArray(envVars) ? (envVars as [string, { optional?: boolean }][]) : [];
  const environment = await core.environment();
  const missing = declared.filter(([name, { optional }]) => optional !== true && environment[name] === undefined);
  if (missing.length === 0) return;
  const names = missing.map(([name]) => name).join(", ");
  throw new HttpError(
    400,
    "MissingEnvironmentVariables",
    `Environment variables declared in convex.config.ts are not set: ${names}.`,
  );
}

// The CLI expects null for a custom JWT's missing applicationID.
function authInfo(provider: unknown) {
  const fields = object(provider);
  return fields.type === "customJwt" ? { applicationID: null, ...fields } : fields;
}

// The CLI sends schemaChange back unread, so it carries the push id.
function schemaChange({ pushId, indexDiffs }: PushAnalysis) {
  return { allocatedComponentIds: {}, schemaIds: { push: pushId }, indexDiffs };
}

function pushIdOf(change: unknown): string {
  const { push } = object(object(change).schemaIds);
  if (typeof push !== "string") throw new HttpError(400, "BadPush", "This push was not started here.");
  return push;
}

function configOf(body: Json): PushConfig {
  const app = object(body.appDefinition);
  const components = list(body.componentDefinitions).map(object);
  return { definitions: [appOf(app), ...components.map(componentOf)] };
}

function appOf(app: Json): PushedDefinition {
  return {
    ...commonFields(app),
    definitionPath: "",
    modules: list(app.changedModules).map(moduleOf),
    unchanged: list(app.unchangedModuleHashes).map(hashOf),
  };
}

function componentOf(component: Json): PushedDefinition {
  return {
    ...commonFields(component),
    definitionPath: text(component.definitionPath),
    modules: list(component.functions).map(moduleOf),
    unchanged: [],
  };
}

function commonFields(definition: Json) {
  return {
    definition: optionalModule(definition.definition),
    schema: optionalModule(definition.schema),
    dependencies: list(definition.dependencies).map(text),
    udfServerVersion: text(definition.udfServerVersion),
  };
}

function optionalModule(value: unknown): ModuleSource | null {
  return value === null || value === undefined ? null : moduleOf(value);
}

function moduleOf(value: unknown): ModuleSource {
  const { path, source, sourceMap, environment } = object(value);
  const map = typeof sourceMap === "string" ? sourceMap : null;
  return { path: text(path), source: text(source), sourceMap: map, environment: environmentOf(environment) };
}

function hashOf(value: unknown): ModuleHash {
  const { path, sha256, environment } = object(value);
  return { path: text(path), sha256: text(sha256), environment: environmentOf(environment) };
}

function environmentOf(value: unknown): "isolate" | "node" {
  return value === "node" ? "node" : "isolate";
}

function object(value: unknown): Json {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw malformed();
  return value as Json;
}

function list(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw malformed();
  return value;
}

function text(value: unknown): string {
  if (typeof value !== "string") throw malformed();
  return value;
}

function malformed() {
  return new HttpError(
    400,
    "BadPush",
    "This push is not from the convex version that this deployment supports (see its README).",
  );
}
