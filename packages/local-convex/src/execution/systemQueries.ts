import type { BackupName } from "../contract/backups";
import { ANY_TABLE } from "../database/readSet";
import { backupKey, backupState } from "./backups";
import { dashboardQueries } from "./dashboardQueries";
import { requestedPage } from "./documentPages";
import { tableNameOf, watchedTable, type SystemContext, type SystemFunction } from "./systemContext";

/** The `_system/…` queries of the command line and the dashboard. */
export const systemQueries: Record<string, SystemFunction> = {
  "_system/cli/tables:default": tables,
  "_system/cli/tableData:default": tableData,
  "_system/cli/tableSize:default": (context, { tableName }) => countOf(context, tableName),
  // Any value that changes with the table.
  "_system/cli/queryTable:default": (context, { tableName }) => `${context.engine.ts}:${countOf(context, tableName)}`,
  "_system/cli/queryEnvironmentVariables:default": variables,
  "_system/cli/queryEnvironmentVariables:get": (context, args) =>
    variables(context).find(({ name }) => name === args.name) ?? null,
  "_system/cli/modules:apiSpec": apiSpec,
  "_system/cli/convexUrl:cloudUrl": ({ engine }) => engine.options.cloudUrl,
  "_system/cli/queryImport:list": (context) => Object.values(imports(context)),
  "_system/cli/queryImport:default": (context, args) => imports(context)[String(args.importId)] ?? refuseImport(),
  "_system/cli/exports:getLatest": (context) => backup(context, "export"),
  "_system/frontend/components:list": components,
  ...dashboardQueries,
};

const MAX_PAGE_SIZE = 1000;

/** Returns the names of a component's tables. Depends on all missing tables, so a new table invalidates the query. */
function tables({ engine, transaction, component }: SystemContext) {
  transaction.reads?.missing.add(ANY_TABLE);
  const names = engine.database.catalog.tablesOf(component).map(({ name }) => name);
  const page = names.filter((name) => !name.startsWith("_")).sort();
  return { page: page.map((name) => ({ name })), isDone: true, continueCursor: "" };
}

function tableData(context: SystemContext, args: Record<string, unknown>) {
  const { page, isDone, continueCursor } = requestedPage(context, args, MAX_PAGE_SIZE, []);
  return { page, isDone, continueCursor: isDone ? "" : continueCursor };
}

function countOf(context: SystemContext, tableName: unknown): number {
  return watchedTable(context, tableNameOf(tableName))?.count() ?? 0;
}

function apiSpec({ engine: { project }, component }: SystemContext) {
  const instance = project.instance(component);
  const modules = instance === undefined ? {} : (project.state.analysis[instance.definitionPath]?.functions ?? {});
  return Object.entries(modules).flatMap(([module, { functions, httpRoutes }]) => {
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

function variables({ engine }: SystemContext) {
  return Object.entries(engine.variables.all()).map(([name, value]) => ({ name, value }));
}

function validator(text: string): unknown {
  return JSON.parse(text) ?? { type: "any" };
}

/** Returns all instances except the app. The command line sends an id in place of a path, so both are the same. */
function components({ engine }: SystemContext) {
  return engine.project.state.instances
    .filter(({ componentPath }) => componentPath !== "")
    .map(({ componentPath: path, name }) => ({ id: path, name, path, args: {}, state: "active", httpPrefix: null }));
}

/** Returns the progress of exports or imports, or null if there was none. */
function backup({ engine, transaction }: SystemContext, name: BackupName): unknown {
  transaction.reads?.missing.add(backupKey(name));
  return backupState(engine.database, name);
}

function imports(context: SystemContext): Record<string, unknown> {
  return (backup(context, "imports") ?? {}) as Record<string, unknown>;
}

function refuseImport(): never {
  throw new Error("This import does not exist.");
}
