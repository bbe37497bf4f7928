import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import type {
  CoreEvents,
  CoreOptions,
  FunctionCall,
  FunctionOutcome,
  LiveQuery,
  LiveResult,
  LogEntry,
} from "../src/contract/core";
import type { ModuleSource, PushConfig } from "../src/contract/push";
import { Core } from "../src/worker/host";
import { builtScripts } from "./built";

const projectDir = join(import.meta.dirname, "../../..");

export interface TestCore {
  core: Core;
  dir: string;
  changed: { ts: bigint; results: LiveResult[] }[];
  logs: string[];
  executions: LogEntry[];
  push(modules: Record<string, string>): Promise<void>;
  query(path: string, args?: object, identity?: object): Promise<unknown>;
  mutation(path: string, args?: object, identity?: object): Promise<unknown>;
  action(path: string, args?: object): Promise<unknown>;
  outcome(
    udfType: "query" | "mutation" | "action",
    path: string,
    args?: object,
    identity?: object,
  ): Promise<FunctionOutcome>;
}

/** Shorter than in production, because only endless functions run for long in a test. */
const BUSY_MS = 1_500;
/** Shorter still, for a test whose function never ends. It waits for all of this time. */
export const ENDLESS = { busyMs: 900 };

/** Starts a core. Starting it again on a directory resumes its deployment. */
export async function startCore(
  dir = mkdtempSync(join(tmpdir(), "core-")),
  options: Pick<CoreOptions, "actionsMs" | "busyMs"> = {},
): Promise<TestCore> {
  const changed: TestCore["changed"] = [];
  const logs: string[] = [];
  const executions: LogEntry[] = [];
  const events: CoreEvents = {
    changed: (ts, results) => void changed.push({ ts, results }),
    logged: (entry) => {
      executions.push(entry);
      logs.push(...entry.logLines, ...(entry.error === null ? [] : [entry.error]));
    },
    restarted: () => undefined,
    checkedInPart: () => undefined,
    syncFailed: (reason) => void logs.push(reason),
    activated: () => undefined,
  };
  const origins = { cloudUrl: "http://127.0.0.1:4100", siteUrl: "http://127.0.0.1:4101" };
  const core = new Core({
    dir,
    projectDir,
    workerUrl: pathToFileURL(join(await builtScripts(), "worker.js")),
    ...origins,
    busyMs: BUSY_MS,
    ...options,
    events,
  });
  await core.start();
  const outcome: TestCore["outcome"] = (udfType, path, args = {}, identity) =>
    core.run({ ...callOf(udfType, path, args), identity: identity === undefined ? null : JSON.stringify(identity) });
  const valueOf = (result: FunctionOutcome): unknown => {
    if (!result.ok) throw new Error(result.error.message);
    return JSON.parse(result.value);
  };
  return {
    core,
    dir,
    changed,
    logs,
    executions,
    outcome,
    push: (modules) => pushTo(core, modules),
    query: async (...call) => valueOf(await outcome("query", ...call)),
    mutation: async (...call) => valueOf(await outcome("mutation", ...call)),
    action: async (...call) => valueOf(await outcome("action", ...call)),
  };
}

/** Starts a core on a new directory and pushes modules, given as sources by path (`messages.ts`). */
export async function startCoreWith(modules: Record<string, string>): Promise<TestCore> {
  const started = await startCore();
  await started.push(modules);
  return started;
}

/** Pushes modules as the CLI would: analysed, checked, activated. */
async function pushTo(core: Core, modules: Record<string, string>): Promise<void> {
  const { pushId } = await core.analyzePush(await bundleProject(modules));
  const check = await core.checkSchema(pushId);
  if (check.type === "failed") throw new Error(check.error);
  await core.activatePush(pushId);
}

/** Bundles sources by path (`messages.ts`), as the CLI does. */
export async function bundleProject(modules: Record<string, string>): Promise<PushConfig> {
  const folder = mkdtempSync(join(tmpdir(), "project-"));
  const source = join(folder, "convex");
  for (const [path, text] of Object.entries(modules)) {
    mkdirSync(dirname(join(source, path)), { recursive: true });
    writeFileSync(join(source, path), text);
  }
  const entryPoints = Object.keys(modules).map((path) => join(source, path));
  const { outputFiles } = await build({
    entryPoints,
    bundle: true,
    write: false,
    format: "esm",
    target: "esnext",
    sourcemap: true,
    outdir: folder,
    outbase: source,
    splitting: true,
    chunkNames: "_deps/[hash]",
    nodePaths: [join(projectDir, "node_modules")],
    external: ["node:*"],
    define: { "process.env.NODE_ENV": '"production"' },
  });
  rmSync(folder, { recursive: true });
  const texts = new Map(outputFiles.map((file) => [file.path.slice(folder.length + 1), file.text]));
  const bundled = Object.entries(modules).map(([path, text]): ModuleSource => {
    const file = path.replace(/\.tsx?$/, ".js");
    const environment = text.startsWith('"use node"') ? "node" : "isolate";
    return { path: file, source: texts.get(file)!, sourceMap: texts.get(`${file}.map`)!, environment };
  });
  const chunks = [...texts].filter(([path]) => /^_deps.*js$/.test(path));
  for (const [path, text] of chunks) bundled.push({ path, source: text, environment: "isolate" });
  const schema = bundled.find((module) => module.path === "schema.js") ?? null;
  const app = { definitionPath: "", definition: null, dependencies: [], unchanged: [], udfServerVersion: "1.48.0" };
  return { definitions: [{ ...app, schema, modules: bundled.filter((module) => module !== schema) }] };
}

/** The mutation that the crash test resends. Equal marks are the same call. */
export function makeMark(core: Core, mark: number): Promise<FunctionOutcome> {
  return core.run({
    ...callOf("mutation", "marks:make", { mark }),
    idempotencyKey: { sessionId: "crash", requestId: mark, callerHash: "" },
  });
}

/** A client's call without an identity. */
export function callOf(udfType: FunctionCall["udfType"], path: string, args: object = {}): FunctionCall {
  const caller = { identity: null, caller: "client", requestId: "test" } as const;
  return { udfType, path, componentPath: "", args: JSON.stringify(args), ...caller };
}

/** A client's live query without an identity. */
export function queryOf(path: string, args: object = {}): LiveQuery {
  return { path, componentPath: "", args: JSON.stringify(args), identity: null, caller: "client", journal: null };
}
