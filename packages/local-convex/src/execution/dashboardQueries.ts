import { COUNTED, type Condition } from "../contract/dashboard";
import type { SystemQuery } from "./systemQuery";

/** The `_system/frontend/…` queries that the dashboard watches. */
export const dashboardQueries: Record<string, SystemQuery> = {
  "_system/frontend/tableShape:default": (read, args) => {
    const table = nameOf(args.table);
    return { ...read.schema(table), count: read.countTo(table, COUNTED) };
  },
  "_system/frontend/paginatedTableDocuments:default": (read, args) => {
    const { numItems = LARGEST_PAGE, cursor = null } = (args.paginationOpts ?? {}) as {
      numItems?: number;
      cursor?: string | null;
    };
    return read.documents(nameOf(args.table), {
      order: args.order === "asc" ? "asc" : "desc",
      conditions: conditionsOf(args.conditions),
      cursor,
      size: Math.min(LARGEST_PAGE, Math.max(1, Number(numItems))),
    });
  },
  "_system/frontend/scheduledJobs:default": (read) => read.waitingJobs(MOST_JOBS),
  "_system/frontend/listCronJobs:default": (read) => read.crons(),
  "_system/frontend/files:default": (read, args) => {
    const cursor = typeof args.cursor === "string" ? args.cursor : null;
    const request = { order: "desc", conditions: [], cursor, size: FILES } as const;
    const { page, ...rest } = read.documents("_storage", request);
    return { ...rest, page: page.map((file) => ({ ...(file as object), url: read.fileUrl(file) })) };
  },
};

const LARGEST_PAGE = 200;
const MOST_JOBS = 200;
const FILES = 50;
const MOST_CONDITIONS = 16;
const OPERATORS = ["eq", "neq", "lt", "lte", "gt", "gte"];

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

function nameOf(value: unknown): string {
  if (typeof value !== "string") throw new Error("A table name is needed.");
  return value;
}
