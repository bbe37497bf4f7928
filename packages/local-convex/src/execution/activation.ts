import {
  applySchema,
  diffIndexes,
  findViolation,
  problemWithIndexes,
  type ComponentSchema,
  type SchemaViolation,
  type TableSchema,
} from "../database/schema";
import type { PlannedCron, Schedule } from "./crons";
import type { PushDiff, SchemaCheck } from "../contract/push";
import type { Engine } from "./engine";
import { pushError } from "../errors";
import type { AnalyzedModule, Instance, PushState } from "../modules/project";

/** Returns the indexes that a push creates and drops, by component path. Throws for invalid ones. */
export function indexDiffs(engine: Engine, next: PushState): Record<string, unknown> {
  const schemas = schemasOf(next);
  for (const schema of schemas) {
    const problem = problemWithIndexes(schema);
    if (problem !== null) throw pushError("InvalidSchema", problem);
  }
  return Object.fromEntries(schemas.map((schema) => [schema.component, diffIndexes(engine.database, schema)]));
}

/** Checks whether all documents match the schema of a push. */
export function checkSchema(engine: Engine, next: PushState): SchemaCheck {
  const violation = violationOf(engine, next);
  if (violation === null) return { type: "complete" };
  const { component, tableName, error } = violation;
  return { type: "failed", error: `Schema validation failed.\n${error}`, componentPath: component, tableName };
}

/** Activates a push in one commit. Then the worker that has loaded it takes over. */
export function activate(engine: Engine, next: PushState): Promise<PushDiff> {
  const { state: previous } = engine.project;
  return engine.write((transaction) => {
    const violation = violationOf(engine, next);
    if (violation !== null) throw pushError("SchemaValidationFailed", `Schema validation failed.\n${violation.error}`);
    const indexes = indexDiffs(engine, next);
    transaction.openForWriting();
    const removed = previous.instances.filter((instance) => !hasInstance(next, instance));
    for (const { componentPath } of removed)
      applySchema(engine.database, { component: componentPath, tables: [], strict: false });
    for (const schema of schemasOf(next)) applySchema(engine.database, schema);
    const crons = engine.scheduler.plan(transaction, cronsOf(next));
    engine.database.setMeta("activePush", next.pushId);
    return diffOf(previous, next, indexes, crons);
  });
}

export function schemasOf(state: PushState): ComponentSchema[] {
  return state.instances.map(({ componentPath, definitionPath }) => {
    const schema = state.analysis[definitionPath]?.schema;
    return { component: componentPath, tables: schema?.tables ?? [], strict: schema?.schemaValidation ?? false };
  });
}

/** Returns a table's part of the running push's schema. */
export function tableSchemaOf({ project }: Engine, component: string, name: string): TableSchema | undefined {
  const schema = schemasOf(project.state).find((candidate) => candidate.component === component);
  return schema?.tables.find(({ tableName }) => tableName === name);
}

function violationOf(engine: Engine, next: PushState): SchemaViolation | null {
  const current = schemasOf(engine.project.state);
  for (const schema of schemasOf(next)) {
    const previousSchema = current.find((candidate) => candidate.component === schema.component);
    const unchanged = new Set<string>();
    for (const table of previousSchema?.strict === true ? previousSchema.tables : []) {
      const nextTable = schema.tables.find((candidate) => candidate.tableName === table.tableName);
      if (JSON.stringify(nextTable?.documentType) === JSON.stringify(table.documentType))
        unchanged.add(table.tableName);
    }
    const violation = findViolation(engine.database, schema, unchanged);
    if (violation !== null) return violation;
  }
  return null;
}

function cronsOf(state: PushState): PlannedCron[] {
  return state.instances.flatMap(({ componentPath, definitionPath }) => {
    const specs = state.analysis[definitionPath]?.functions["crons.js"]?.cronSpecs ?? [];
    return specs.map(({ identifier, spec }) => ({
      component: componentPath,
      identifier,
      path: spec.udfPath,
      args: JSON.stringify(spec.udfArgs[0] ?? {}),
      schedule: spec.cronSchedule as Schedule,
    }));
  });
}

function diffOf(
  previous: PushState,
  next: PushState,
  indexes: Record<string, unknown>,
  crons: Record<string, unknown>,
): PushDiff {
  const componentDiffs: Record<string, unknown> = {};
  const paths = new Set([...previous.instances, ...next.instances].map((instance) => instance.componentPath));
  for (const path of paths) {
    const oldModules = modulesOf(previous, path);
    const newModules = modulesOf(next, path);
    const type = newModules === null ? "unmount" : oldModules === null ? "create" : "modify";
    componentDiffs[path] = {
      diffType: { type },
      moduleDiff: {
        added: Object.keys(newModules ?? {}).filter((name) => oldModules?.[name] === undefined),
        removed: Object.keys(oldModules ?? {}).filter((name) => newModules?.[name] === undefined),
      },
      udfConfigDiff: null,
      cronDiff: crons[path] ?? { added: [], updated: [], deleted: [] },
      indexDiff: indexes[path] ?? { added_indexes: [], removed_indexes: [], enabled_indexes: [], disabled_indexes: [] },
      schemaDiff: null,
    };
  }
  const [authBefore, authAfter] = [previous, next].map((state) =>
    state.auth.map((provider) => JSON.stringify(provider)),
  );
  return {
    authDiff: {
      added: authAfter!.filter((provider) => !authBefore!.includes(provider)),
      removed: authBefore!.filter((provider) => !authAfter!.includes(provider)),
    },
    definitionDiffs: {},
    componentDiffs,
  };
}

function modulesOf(state: PushState, componentPath: string): Record<string, AnalyzedModule> | null {
  const instance = state.instances.find((other) => other.componentPath === componentPath);
  return instance === undefined ? null : (state.analysis[instance.definitionPath]?.functions ?? {});
}

function hasInstance(state: PushState, instance: Instance): boolean {
  return state.instances.some((other) => other.componentPath === instance.componentPath);
}
