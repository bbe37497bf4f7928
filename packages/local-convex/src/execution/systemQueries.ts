import { dashboardQueries } from "./dashboardQueries";
import type { SystemQuery, SystemReader } from "./systemQuery";

/** The `_system/…` queries of the CLI and the dashboard, by the path that clients send. They run in the worker, live as any query, for admins only. */
export const systemQueries: Record<string, SystemQuery> = {
  "_system/cli/tables:default": (read) => wholePage(read.tables().map((name) => ({ name }))),
  "_system/cli/tableData:default": tableData,
  "_system/cli/tableSize:default": (read, args) => read.count(nameOf(args.tableName)),
  "_system/cli/queryTable:default": (read, args) => read.version(nameOf(args.tableName)),
  "_system/cli/queryEnvironmentVariables:default": (read) => variables(read),
  "_system/cli/queryEnvironmentVariables:get": (read, args) =>
    variables(read).find(({ name }) => name === args.name) ?? null,
  "_system/cli/modules:apiSpec": apiSpec,
  "_system/cli/convexUrl:cloudUrl": (read) => read.cloudUrl,
  "_system/cli/queryImport:list": (read) => Object.values(imports(read)),
  "_system/cli/queryImport:default": (read, args) => imports(read)[String(args.importId)] ?? refuseImport(),
  "_system/cli/exports:getLatest": (read) => read.backup("export"),
  "_system/frontend/components:list": (read) =>
    // The CLI sends the id where a path is meant, so they are the same.
    read
      .components()
      .map(({ path, name, args }) => ({ id: path, name, path, args, state: "active", httpPrefix: null })),
  ...dashboardQueries,
};

interface Paginated {
  page: unknown[];
  isDone: boolean;
  continueCursor: string;
}

interface ModuleAnalysis {
  functions: { name: string; udfType: string; visibility: unknown; args: string | null; returns: string | null }[];
  httpRoutes: { route: { path: string; method: string } }[] | null;
}

const PAGE = 1000;

function tableData(read: SystemReader, args: Record<string, unknown>): Paginated {
  const options = (args.paginationOpts ?? {}) as { cursor?: string | null; numItems?: number };
  const size = Math.min(PAGE, Math.max(1, Number(options.numItems ?? PAGE)));
  const order = args.order === "asc" ? "asc" : "desc";
  const { documents, cursor } = read.page(nameOf(args.table), order, options.cursor ?? null, size);
  return { page: documents, isDone: cursor === null, continueCursor: cursor ?? "" };
}

function apiSpec(read: SystemReader): unknown[] {
  return Object.entries(read.modules()).flatMap(([path, analysis]) => {
    const { functions, httpRoutes } = analysis as ModuleAnalysis;
    const module = path.endsWith(".js") ? path : `${path}.js`;
    const called = functions.map(({ name, udfType, visibility, args, returns }) => ({
      identifier: `${module}:${name}`,
      functionType: udfType,
      visibility,
      args: validator(args),
      returns: validator(returns),
    }));
    const routed = (httpRoutes ?? []).map(({ route }) => ({ functionType: "HttpAction", ...route }));
    return [...called, ...routed];
  });
}

function variables(read: SystemReader) {
  return Object.entries(read.environment()).map(([name, value]) => ({ name, value }));
}

function validator(text: string | null): unknown {
  return text === null ? { type: "any" } : (JSON.parse(text) ?? { type: "any" });
}

function imports(read: SystemReader): Record<string, unknown> {
  return (read.backup("imports") ?? {}) as Record<string, unknown>;
}

function refuseImport(): never {
  throw new Error("There is no such import here (any more).");
}

function wholePage(page: unknown[]): Paginated {
  return { page, isDone: true, continueCursor: "" };
}

function nameOf(value: unknown): string {
  if (typeof value !== "string") throw new Error("A table name is needed.");
  return value;
}
