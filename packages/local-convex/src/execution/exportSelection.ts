import type { Selection } from "../contract/streamingExport";
import { pushError } from "../errors";

/** Whether a column is taken along. */
export type Columns = (field: string) => boolean;

/** The selected columns of a table; null if it is left out. Throws for an invalid selection. */
export function columnsOf(selection: Selection, component: string, table: string): Columns | null {
  const tables = partOf(selection, component);
  const columns = tables === null ? null : partOf(tables, table);
  if (columns === null) return null;
  const isOtherIn = isIncluded(columns["_other"] ?? "included");
  return (field) => field === "_id" || (Object.hasOwn(columns, field) ? isIncluded(columns[field]) : isOtherIn);
}

/** What a level of a selection takes of a name; null if it is left out. */
function partOf(level: Selection, name: string): Selection | null {
  if (name === "_other" || !Object.hasOwn(level, name)) {
    return isIncluded(level["_other"] ?? "included") ? {} : null;
  }
  const part = level[name];
  if (typeof part === "object" && part !== null && !Array.isArray(part)) return part as Selection;
  return isIncluded(part) ? {} : null;
}

function isIncluded(value: unknown): boolean {
  if (value === "included" || value === "incl") return true;
  if (value === "excluded" || value === "excl") return false;
  throw pushError("InvalidSelection", "A selection says `included` or `excluded` of components, tables and columns.");
}
