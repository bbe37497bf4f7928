import { MAX_COUNT, type Condition, type TableShape } from "../contract/dashboard";
import { tableSchemaOf } from "./activation";
import { readDocuments, requestedPage } from "./documentPages";
import { JOBS } from "./scheduler";
import { tableNameOf, watchedTable, type SystemContext, type SystemFunction } from "./systemContext";

/** The `_system/frontend/…` queries that the dashboard watches. */
export const dashboardQueries: Record<string, SystemFunction> = {
  "_system/frontend/tableShape:default": (context, args) => tableShape(context, tableNameOf(args.table)),
  "_system/frontend/paginatedTableDocuments:default": (context, args) =>
    requestedPage(context, args, MAX_PAGE_SIZE, conditionsOf(args.conditions)),
  "_system/frontend/scheduledJobs:default": (context) => {
    watchedTable(context, JOBS);
    return context.engine.scheduler.waiting(context.transaction, context.component, MAX_JOBS);
  },
  "_system/frontend/listCronJobs:default": (context) => {
    // Each run creates a job, whose document has the outcome.
    watchedTable(context, JOBS);
    return context.engine.scheduler.crons(context.transaction, context.component);
  },
  "_system/frontend/files:default": (context, args) => {
    const cursor = typeof args.cursor === "string" ? args.cursor : null;
    const { page, ...rest } = readDocuments(context, "_storage", {
      order: "desc",
      conditions: [],
      cursor,
      size: FILES_PER_PAGE,
    });
    const files = page as { _id: string }[];
    const urlOf = (id: string) => context.engine.files.url(context.transaction, context.component, id);
    return { ...rest, page: files.map((file) => ({ ...file, url: urlOf(file._id) })) };
  },
};

const MAX_PAGE_SIZE = 200;
const MAX_JOBS = 200;
const FILES_PER_PAGE = 50;
const MAX_CONDITIONS = 16;
const OPERATORS = ["eq", "neq", "lt", "lte", "gt", "gte"];

function tableShape(context: SystemContext, tableName: string): TableShape {
  const schema = tableSchemaOf(context.engine, context.component, tableName);
  return {
    indexes: (schema?.indexes ?? []).map(({ indexDescriptor, fields }) => ({ name: indexDescriptor, fields })),
    documentType: schema?.documentType ?? null,
    count: watchedTable(context, tableName)?.countTo(MAX_COUNT) ?? 0,
  };
}

function conditionsOf(value: unknown): Condition[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > MAX_CONDITIONS || !value.every(isCondition)) {
    throw new Error(`conditions must be a list of at most ${MAX_CONDITIONS} {field, op, value}.`);
  }
  return value;
}

function isCondition(value: unknown): value is Condition {
  const { field, op } = (value ?? {}) as Partial<Condition>;
  return typeof field === "string" && typeof op === "string" && OPERATORS.includes(op);
}
