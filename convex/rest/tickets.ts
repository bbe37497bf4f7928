/** REST: tickets, for organisers. */
import Papa from "papaparse";
import { api } from "../_generated/api";
import { fail } from "../shared/errors";
import { limits } from "../shared/limits";
import { ticketProblems, ticketSentences } from "../shared/tickets";
import { columnsOf, linesOf, TicketBatches, type TicketLine } from "../shared/ticketsFile";
import * as bodies from "./bodies";
import type { RestClient } from "./client";
import { forOrganiser, type Endpoint } from "./endpoint";
import { uploadedTickets } from "./shapes";

export const uploadTickets: Endpoint = forOrganiser.gives(uploadedTickets, {
  does: "Stores the codes of tickets from a CSV file. Those that are stored already are counted, so a call may be sent again.",
  takes: bodies.ticketList,
  csv: true,
  size: "list",
  texts: {
    column:
      "The name of the column with the codes, or its number, from 1. Left out: the one whose name says code or ticket.",
    label: `What tickets of this kind are called, such as Day pass; at most ${limits.ticketLabelMax} characters.`,
  },
  otherwise: "Failed to upload tickets",
  refuses: [400, 413, 415],
  run: async ({ client, body, search }) => {
    const lines = linesIn(body, search.get("column"));
    const { added, present, repeated, badCount, bad } = await sendAll(client, lines, search.get("label") ?? "");
    const named = bad.map(({ line, problem }) => ({ line, problem: ticketProblems[problem] }));
    return { added, present, repeated, bad: badCount, badLines: named };
  },
});

/** The codes of a file. Without a column's name the first row says which it is. */
function linesIn(text: string, asked: string | null): TicketLine[] {
  // Of a file that is far too long no more is read than says so. Half of the lines may be empty.
  const most = 2 * limits.ticketsMost;
  const { data: rows } = Papa.parse<string[]>(text, { skipEmptyLines: false, preview: most + 2 });
  const { names, column: clear } = columnsOf(rows[0] ?? []);
  const column = asked === null ? clear : columnBy(asked, names);
  if (column === null) fail("BAD_INPUT", "Name the column that has the codes: ?column=");
  const { lines } = linesOf(rows.slice(names ? 1 : 0), column, names ? 2 : 1);
  if (lines.length > limits.ticketsMost || rows.length > most + 1) fail("BAD_INPUT", ticketSentences.tooMany);
  return lines;
}

function columnBy(asked: string, names: string[] | null): number | null {
  if (/^[1-9]\d?$/.test(asked)) return Number(asked) - 1;
  const index = names?.findIndex((name) => name.toLowerCase() === asked.trim().toLowerCase()) ?? -1;
  return index < 0 ? null : index;
}

async function sendAll(client: RestClient, lines: TicketLine[], label: string) {
  const batches = new TicketBatches((codes) => client.mutation(api.tickets.add, { codes, label }));
  // An empty list is sent, too: whoever may not do this is told so.
  for (let from = 0; from === 0 || from < lines.length; from += limits.ticketsBatch) {
    await batches.take(lines.slice(from, from + limits.ticketsBatch));
  }
  return batches.tally;
}
