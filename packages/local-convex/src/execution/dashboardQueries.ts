import { COUNTED, type Condition, type TableShape } from "../contract/dashboard";
import { schemasOf } from "./activation";
import { readDocuments } from "./documentPages";
import { JOBS } from "./scheduler";
import { tableNameOf, watchedTable, type SystemContext, type SystemFunction } from "./systemContext";

/** The `_system/frontend/…` queries that the dashboard watches. */
export const dashboardQueries: Record<string, SystemFunction> = {
  "_system/frontend/tableShape:default": (on, args) => tableShape(on, tableNameOf(args.table)),
  "_system/frontend/paginatedTableDocuments:default": (on, args) => {
    const { numItems = LARGEST_PAGE, cursor = null } = (args.paginationOpts ?? {}) as {
      numItems?: number;
      cursor?: string | null;
    };
    return readDocuments(on, tableNameOf(args.table), {
      order: args.order === "asc" ? "asc" : "desc",
      conditions: conditionsOf(args.conditions),
      cursor,
      size: Math.min(LARGEST_PAGE, Math.max(1, Number(numItems))),
    });
  },
  "_system/frontend/scheduledJobs:default": (on) => {
    watchedTable(on, JOBS);
    return on.engine.scheduler.waiting(on.transaction, on.component, MOST_JOBS);
  },
  "_system/frontend/listCronJobs:default": (on) => {
    // Each run creates a job, whose document has the outcome.
    watchedTable(on, JOBS);
    return on.engine.scheduler.crons(on.transaction, on.component);
  },
  "_system/frontend/files:default": (on, args) => {
    const cursor = typeof args.cursor === "string" ? args.cursor : null;
    const { page, ...rest } = readDocuments(on, "_storage", { order: "desc", conditions: [], cursor, size: FILES });
    const files = page as { _id: string }[];
    const urlOf = (id: string) => on.engine.files.url(on.transaction, on.component, id);
    return { ...rest, page: files.map((file) => ({ ...file, url: urlOf(file._id) })) };
  },
};

const LARGEST_PAGE = 200;
const MOST_JOBS = 200;
const FILES = 50;
const MOST_CONDITIONS = 16;
const OPERATORS = ["eq", "neq", "lt", "lte", "gt", "gte"];

function tableShape(on: SystemContext, tableName: string): TableShape {
  const schemas = schemasOf(on.engine.project.state).find(({ component }) => component === on.component);
  const schema = schemas?.tables.find((one) => one.tableName === tableName);
  return {
    indexes: (schema?.indexes ?? []).map(({ indexDescriptor, fields }) => ({ name: indexDescriptor, fields })),
    documentType: schema?.documentType ?? null,
    count: watchedTable(on, tableName)?.countTo(COUNTED) ?? 0,
  };
}

function conditionsOf(value: unknown): Condition[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > MOST_CONDITIONS || !value.every(isCondition)) {
    throw new Error(`conditions is a list of at most ${MOST_CONDITIONS} {field, op, value}.`);
  }
  return value;
}

function isCondition(value: unknown): value is Condition {
  const { field, op } = (value ?? {}) as Partial<Condition>;
  return typeof field === "string" && typeof op === "string" && OPERATORS.includes(op);
}
