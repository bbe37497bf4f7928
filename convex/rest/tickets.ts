import Papa from "papaparse";
import { api } from "../_generated/api";
import { fail } from "../shared/errors";
import { limits } from "../shared/limits";
import { ticketProblemIn, ticketProblems, ticketSentences } from "../shared/tickets";
import { linesOf, TicketBatches, type TicketLine } from "../shared/ticketsFile";
import { codeIn, formatOf, separators, type Separator } from "../shared/ticketsFormat";
import * as bodies from "./bodies";
import type { RestClient } from "./client";
import { forOrganiser, type Endpoint } from "./endpoint";
import { uploadedTickets } from "./shapes";

export const uploadTickets: Endpoint = forOrganiser.returns(uploadedTickets, {
  summary:
    "Stores ticket codes from a CSV file. Commas, semicolons or tabs separate its columns, and its first line may name them. Stored codes are skipped and counted, so a call may be repeated. A line without a proper code is refused with its number. The others are stored.",
  takes: bodies.ticketList,
  csv: true,
  size: "list",
  texts: {
    column:
      "The name of the column with the codes, or its number, from 1. Default: the one named code or ticket, else the only one whose cells look like codes. Required if neither is clear.",
    label: `The name of this kind of ticket, such as Day pass; at most ${limits.ticketLabelMax} characters.`,
  },
  fallback: "Failed to upload tickets",
  run: async ({ client, body, search }) => {
    const lines = await linesIn(body, search.get("column"));
    const { added, present, repeated, badCount, bad } = await sendAll(client, lines, search.get("label") ?? "");
    const named = bad.map(({ line, problem }) => ({ line, problem: ticketProblems[problem] }));
    return { added, present, repeated, bad: badCount, badLines: named };
  },
});

/** Returns the codes of a file. Its beginning shows the format, and the column if no name is given. */
async function linesIn(text: string, columnParam: string | null): Promise<TicketLine[]> {
  const read = formatOf(text.slice(0, BEGINNING));
  const column = columnParam === null ? read.column : columnBy(columnParam, read.names);
  if (column === null) fail("BAD_INPUT", "Name the column that has the codes: ?column=");
  const isNamed = columnParam !== null && !isNumber(columnParam);
  const hasHeader = read.hasHeader ?? (isNamed || ticketProblemIn(read.names?.[column] ?? "") !== null);
  if (read.hasHeader === null && !hasHeader) fail("BAD_INPUT", FIRST_LINE);
  const rows = await rowsIn(text, read.separator);
  const format = { ...read, column };
  const { lines } = linesOf(rows, (row) => codeIn(row, format), 1);
  const codeLines = lines.slice(hasHeader ? 1 : 0);
  if (codeLines.length > limits.ticketsMax || rows.length > MAX_ROWS) fail("BAD_INPUT", ticketSentences.tooMany);
  return codeLines;
}

/** Parses a file in slices, so that other requests run in between. Stops after `MAX_ROWS` rows. */
async function rowsIn(text: string, separator: Separator): Promise<string[][]> {
  const rows: string[][] = [];
  let rest = text;
  let format: Pick<Papa.ParseConfig, "newline"> = {};
  for (;;) {
    // The fast mode would split the whole rest again for each slice.
    const options = { ...format, delimiter: separators[separator], preview: SLICE, fastMode: false };
    const { data, meta } = Papa.parse<string[]>(rest, options);
    rows.push(...data);
    if (!meta.truncated || rows.length > MAX_ROWS) return rows;
    format = { newline: meta.linebreak as "\n" };
    rest = rest.slice(meta.cursor);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

const BEGINNING = 64 * 1024;
/** Half of the lines may be empty. */
const MAX_ROWS = 2 * limits.ticketsMax + 1;
const SLICE = 2_000;

const FIRST_LINE =
  "Line 1 may have names or a code. If it has names, send ?column= with the column's name. If it has a code, put a line with column names above it.";

function isNumber(column: string): boolean {
  return /^[1-9]\d?$/.test(column);
}

function columnBy(column: string, names: string[] | null): number | null {
  if (isNumber(column)) return Number(column) - 1;
  const index = names?.findIndex((name) => name.toLowerCase() === column.trim().toLowerCase()) ?? -1;
  return index < 0 ? null : index;
}

async function sendAll(client: RestClient, lines: TicketLine[], label: string) {
  const batches = new TicketBatches((codes) => client.mutation(api.tickets.add, { codes, label }));
  // An empty list is sent too, so that a caller who may not upload is refused.
  for (let from = 0; from === 0 || from < lines.length; from += limits.ticketsBatch) {
    await batches.take(lines.slice(from, from + limits.ticketsBatch));
  }
  return batches.tally;
}
