/** How fast an organiser finds a person among all members, and uploads ticket codes. */
import type { ConvexHttpClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import { limits } from "../../convex/shared/limits";
import { ms, type Row } from "./figures";
import { series, timeOf } from "./loops";
import { clientOf, pushed } from "./pushing";
import type { Running } from "./sides";

const SEARCHES = 400;
const WARM_UP = 50;
/** Prefixes of names, handles and addresses. They match one person, some or all. */
const prefixes = ["m", "member", "member 1", "member 12", "77", "member.9", "m4321@b", "member 154"];

/** Measures first pages of searches over HTTP, with varying prefixes, and the documents read by one. */
export async function measureSearch(ours: Running, label: string): Promise<Row[]> {
  const { url, members } = ours.side;
  const organiser = clientOf(url, await ours.staff("organiser"));
  const times = await series(WARM_UP + SEARCHES, (n) =>
    timeOf(async () => {
      // Every second search has unique digits, so no result comes from a cache.
      const search = n % 2 === 0 ? prefixes[(n / 2) % prefixes.length]! : `member ${(n * 7919) % members.length}`;
      const paginationOpts = { numItems: 25, cursor: null, id: n };
      const { page } = await organiser.query(api.people.list, { search, filter: {}, paginationOpts });
      if (page.length === 0) throw new Error(`No one was found for ${search}`);
    }),
  );
  const { documents, ranges, listed } = await ours.call(pushed.benchMembers.searchReads, { search: "member 1" });
  return [
    { figure: `Person found, ${label}, ${SEARCHES} searches`, ours: ms(times.slice(WARM_UP)), must: "≤ 50 ms" },
    { figure: `Documents in ranges read, ${listed} listed`, ours: `${documents} in ${ranges}`, must: "≤ 150" },
  ];
}

const CODES = limits.ticketsMax;

/** Measures uploaded codes per second, in sequential batches over HTTP, like the page. Then uploads the same codes again. */
export async function measureUpload(ours: Running): Promise<Row[]> {
  const organiser = clientOf(ours.side.url, await ours.staff("organiser"));
  const codes = Array.from({ length: CODES }, () => crypto.randomUUID().slice(0, 13));
  return [
    { figure: `Ticket codes uploaded a second, ${CODES.toLocaleString("en")}`, ours: await upload(organiser, codes) },
    { figure: "The same codes again, a second", ours: await upload(organiser, codes) },
  ];
}

async function upload(organiser: ConvexHttpClient, codes: string[]): Promise<string> {
  const time = await timeOf(async () => {
    for (let from = 0; from < codes.length; from += limits.ticketsBatch) {
      const batch = codes.slice(from, from + limits.ticketsBatch);
      await organiser.mutation(api.tickets.add, { codes: batch, label: "" });
    }
  });
  return String(Math.round((CODES * 1_000) / time));
}
