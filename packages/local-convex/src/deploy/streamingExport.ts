import type { IncomingMessage } from "node:http";
import type { CoreApi } from "../contract/core";
import type { ExportRequest, Selection, TableColumns } from "../contract/backups";
import { HttpError, readBody, parseJson } from "../server/httpMessages";

const BODY_LIMIT = 1024 * 1024;

type Json = Record<string, unknown>;

/** Handles the streaming export API. Returns the response's text, or null for other paths. */
export async function streamingExport(core: CoreApi, request: IncomingMessage, url: URL): Promise<string | null> {
  const { pathname } = url;
  if (pathname === "/api/test_streaming_export_connection") return "null";
  if (pathname === "/api/get_table_column_names") return JSON.stringify(byComponent(await core.tableColumns()));
  if (pathname !== "/api/list_snapshot" && pathname !== "/api/document_deltas") return null;
  const args = request.method === "POST" ? await bodyOf(request) : Object.fromEntries(url.searchParams);
  return await core.exportPage(pathname === "/api/list_snapshot" ? snapshotOf(args) : deltasOf(args));
}

function snapshotOf(args: Json): ExportRequest {
  return { kind: "snapshot", snapshot: textOf(args.snapshot), cursor: textOf(args.cursor), ...outputOptionsOf(args) };
}

function deltasOf(args: Json): ExportRequest {
  const cursor = textOf(args.cursor);
  if (cursor === null) {
    throw new HttpError(400, "DocumentDeltasCursorRequired", "/api/document_deltas requires a cursor");
  }
  return { kind: "deltas", cursor, ...outputOptionsOf(args) };
}

function outputOptionsOf({ selection, tableName, table_name: table = tableName, component, format }: Json) {
  return { selection: selectionOf(selection, textOf(table), textOf(component)), format: textOf(format) ?? "json" };
}

/** Returns a selection: a table, a component, everything, or a detailed one. Throws for an invalid one. */
function selectionOf(selection: unknown, table: string | null, component: string | null): Selection {
  if (selection !== undefined && selection !== null) {
    if (typeof selection === "object" && !Array.isArray(selection)) return selection as Selection;
    throw new HttpError(400, "InvalidSelection", "A selection must be an object in the body of a POST.");
  }
  if (table !== null) {
    return { _other: "excluded", [component ?? ""]: { _other: "excluded", [table]: { _other: "included" } } };
  }
  return component === null ? {} : { _other: "excluded", [component]: { _other: "included" } };
}

/** Quotes the times before it parses the body, because JavaScript numbers cannot represent them. */
async function bodyOf(request: IncomingMessage): Promise<Json> {
  const text = (await readBody(request, BODY_LIMIT)).toString("utf8");
  return parseJson(Buffer.from(text.replace(/("(?:cursor|snapshot)"\s*:\s*)(\d+)/g, '$1"$2"')));
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== "string") throw new HttpError(400, "BadJsonBody", "An argument has the wrong type.");
  return value;
}

function byComponent(tables: TableColumns[]) {
  const components: Record<string, { name: string; columns: string[] }[]> = {};
  for (const { component, name, columns } of tables) (components[component] ??= []).push({ name, columns });
  return { byComponent: components };
}
