import type { ExportRequest, Selection, TableColumns } from "../contract/backups";
import type { Table } from "../database/table";
import type { LoggedChange } from "../database/changeLog";
import { plainValue } from "../database/valueFormats";
import type { JsonObject } from "../database/values";
import { pushError } from "../errors";
import { tableSchemaOf } from "./activation";
import type { Engine } from "./engine";

const MAX_ROWS = 1_000;
const ROWS_PER_READ = 100;
const MAX_CHARACTERS = 4 * 2 ** 20;

type Page<K> = Extract<ExportRequest, { kind: K }>;

/** Returns a page as JSON text, because JavaScript numbers cannot represent its times. */
export async function exportPage(engine: Engine, request: ExportRequest): Promise<string> {
  if (!FORMATS.includes(request.format)) {
    throw pushError("BadFormat", `format param must be one of [\`json\`]. Got ${request.format}`);
  }
  if (request.kind === "snapshot" && request.snapshot === null && request.cursor !== null) {
    throw pushError(
      "InvalidListSnapshotCursor",
      "A `cursor` of list_snapshot needs the `snapshot` that was returned with it.",
    );
  }
  const { changeLog } = engine.database;
  // Only a new snapshot starts a log. Other pages need one that goes back far enough.
  const isNewSnapshot = request.kind === "snapshot" && request.snapshot === null;
  if (isNewSnapshot || (changeLog.isActive && changeLog.isDue)) {
    await engine.write((transaction) => {
      transaction.openForWriting();
      changeLog.recordVisit(engine.ts);
    });
  }
  return await engine.read(() =>
    request.kind === "snapshot" ? snapshotPage(engine, request) : deltasPage(engine, request),
  );
}

/** Returns the columns in the schema. Documents may have others. */
export function tableColumns(engine: Engine): Promise<TableColumns[]> {
  return engine.read(() =>
    tablesOf(engine).map(({ component, name }) => {
      const type = tableSchemaOf(engine, component, name)?.documentType;
      const fields = type?.type === "object" ? Object.keys(type.value) : [];
      return { component, name, columns: ["_creationTime", "_id", ...fields].sort() };
    }),
  );
}

const FORMATS = ["json", "convex_clean_json", "convex_encoded_json", "convex_json"];

/**
 * Returns a page of all tables' documents, table by table. Each page shows the current state. Changes after the snapshot's time, even
 * before a page was read, are also in the deltas.
 */
function snapshotPage(engine: Engine, { snapshot, cursor, selection, format }: Page<"snapshot">): string {
  const ts = snapshot === null ? engine.ts : timeOf(snapshot);
  refuseExpired(engine, ts);
  const start = cursor === null ? { table: 0, tick: -1 } : positionOf(cursor);
  const values: string[] = [];
  let size = 0;
  let last: { table: number; tick: number } | null = null;
  for (const table of tablesOf(engine)) {
    const columns = columnsOf(selection, table.component, table.name);
    if (columns === null || table.number < start.table) continue;
    const after = table.number === start.table ? start.tick : -1;
    for (const [tick, text] of table.rows(after + 1, ROWS_PER_READ)) {
      if (values.length === MAX_ROWS || size > MAX_CHARACTERS) return page(true);
      values.push(entry(table, ts, text, { columns, format }));
      size += text.length;
      last = { table: table.number, tick };
    }
  }
  return page(false);

  function page(hasMore: boolean): string {
    const position =
      last === null || !hasMore ? null : JSON.stringify({ tablet: String(last.table), id: String(last.tick) });
    return `{"values":[${values.join(",")}],"snapshot":${ts},"cursor":${JSON.stringify(position)},"hasMore":${hasMore}}`;
  }
}

/**
 * Returns documents written after a commit, each once in its current state with the time of its last write. A deleted one has only its id.
 */
function deltasPage(engine: Engine, { cursor, selection, format }: Page<"deltas">): string {
  const since = timeOf(cursor);
  refuseExpired(engine, since);
  const { catalog, changeLog } = engine.database;
  const changes = changeLog.after(since, MAX_ROWS);
  const values = changes.flatMap((change) => {
    const table = catalog.byNumber(change.table);
    if (table === undefined || engine.project.instance(table.component) === undefined) return [];
    const columns = columnsOf(selection, table.component, table.name);
    return columns === null ? [] : [delta(engine, table, change, { columns, format })];
  });
  const next = changes.at(-1)?.ts ?? since;
  return `{"values":[${values.join(",")}],"cursor":${next},"hasMore":${changes.length >= MAX_ROWS}}`;
}

interface OutputOptions {
  columns: Columns;
  format: string;
}

function delta({ database }: Engine, table: Table, { tick, ts, id }: LoggedChange, output: OutputOptions): string {
  const document = database.read(table, tick, id);
  if (document === null) return entry(table, ts, JSON.stringify({ _id: id }), output, ',"_deleted":true');
  return entry(table, ts, document.text, output, ',"_deleted":false');
}

function entry(
  { component, name }: Table,
  ts: bigint,
  text: string,
  { columns, format }: OutputOptions,
  extra = "",
): string {
  const fields = Object.entries(JSON.parse(text) as JsonObject).filter(([field]) => columns(field));
  const isPlain = format === "json" || format === "convex_clean_json";
  const shown = Object.fromEntries(fields.map(([field, value]) => [field, isPlain ? plainValue(value) : value]));
  const location = `"_component":${JSON.stringify(component)},"_table":${JSON.stringify(name)},"_ts":${ts}${extra}`;
  return `{${location},${JSON.stringify(shown).slice(1)}`;
}

/** Returns the tables of the app and its components, by number. */
function tablesOf(engine: Engine): Table[] {
  const tables = engine.project.state.instances.flatMap(({ componentPath }) =>
    engine.database.catalog.tablesOf(componentPath),
  );
  return tables.filter(({ name }) => !name.startsWith("_")).sort((a, b) => a.number - b.number);
}

/**
 * Throws if the log does not reach back to a time, or the time is in the future. A future time comes from another copy of the data, and
 * later writes would be missed.
 */
function refuseExpired(engine: Engine, ts: bigint): void {
  if (ts <= engine.ts && engine.database.changeLog.covers(ts)) return;
  throw pushError(
    "OutOfRetention",
    "The cursor is outside the deployment's data retention window and can no longer be resumed. Restart from scratch by calling /api/list_snapshot without a snapshot.",
  );
}

function timeOf(text: string): bigint {
  if (!/^\d{1,20}$/.test(text)) throw pushError("InvalidTimestamp", `"${text}" is not the time of a commit.`);
  return BigInt(text);
}

function positionOf(cursor: string): { table: number; tick: number } {
  try {
    const { tablet, id } = JSON.parse(cursor) as { tablet: unknown; id: unknown };
    const position = { table: Number(tablet), tick: Number(id) };
    if (Number.isSafeInteger(position.table) && Number.isSafeInteger(position.tick)) return position;
  } catch {
    // Reported below.
  }
  throw pushError(
    "InvalidListSnapshotCursor",
    "Invalid value for the `cursor` argument of list_snapshot. Use a `cursor` returned by a previous list_snapshot call, and treat it as an opaque value.",
  );
}

/** True if a column is selected. */
type Columns = (field: string) => boolean;

/** Returns the selected columns of a table, or null if it is excluded. Throws for an invalid selection. */
function columnsOf(selection: Selection, component: string, table: string): Columns | null {
  const tables = partOf(selection, component);
  const columns = tables === null ? null : partOf(tables, table);
  if (columns === null) return null;
  const includesOthers = isIncluded(columns["_other"] ?? "included");
  return (field) => field === "_id" || (Object.hasOwn(columns, field) ? isIncluded(columns[field]) : includesOthers);
}

/** Returns a selection's part for a name, or null if the name is excluded. */
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
  throw pushError("InvalidSelection", "A selection marks components, tables and columns as `included` or `excluded`.");
}
