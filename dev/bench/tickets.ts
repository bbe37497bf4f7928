/** How fast an organiser uploads the codes of tickets. */
import type { ConvexHttpClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import { limits } from "../../convex/shared/limits";
import type { Row } from "./figures";
import { timed } from "./loops";
import { clientOf } from "./pushing";
import type { Running } from "./sides";

const CODES = limits.ticketsMost;

/** Codes a second, in batches one after the other over HTTP, as a page sends them; then the same codes again. */
export async function measureUpload(ours: Running): Promise<Row[]> {
  const organiser = clientOf(ours.side.url, await ours.staff("organiser"));
  const codes = Array.from({ length: CODES }, () => crypto.randomUUID().slice(0, 13));
  return [
    { figure: `Ticket codes uploaded a second, ${CODES.toLocaleString("en")}`, ours: await upload(organiser, codes) },
    { figure: "The same codes again, a second", ours: await upload(organiser, codes) },
  ];
}

async function upload(organiser: ConvexHttpClient, codes: string[]): Promise<string> {
  const time = await timed(async () => {
    for (let from = 0; from < codes.length; from += limits.ticketsBatch) {
      const batch = codes.slice(from, from + limits.ticketsBatch);
      await organiser.mutation(api.tickets.add, { codes: batch, label: "" });
    }
  });
  return String(Math.round((CODES * 1_000) / time));
}
