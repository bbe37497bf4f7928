/** How fast an organiser finds a person among all members. */
import { api } from "../../convex/_generated/api";
import { ms, type Row } from "./figures";
import { series, timed } from "./loops";
import { clientOf } from "./pushing";
import type { Running } from "./sides";

const SEARCHES = 400;
const WARM_UP = 50;
/** Beginnings of names, handles and addresses. They fit one person, some or all. */
const beginnings = ["m", "member", "member 1", "member 12", "77", "member.9", "m4321@b", "member 154"];

/** Times of a first page over HTTP, each search with another beginning. */
export async function measureSearch(ours: Running, label: string): Promise<Row[]> {
  const { url, members } = ours.side;
  const organiser = clientOf(url, await ours.staff("organiser"));
  const times = await series(WARM_UP + SEARCHES, (n) =>
    timed(async () => {
      // Every second search has digits of its own, so that no result comes from a cache.
      const search = n % 2 === 0 ? beginnings[(n / 2) % beginnings.length]! : `member ${(n * 7919) % members.length}`;
      const paginationOpts = { numItems: 25, cursor: null, id: n };
      const { page } = await organiser.query(api.people.list, { search, filter: {}, paginationOpts });
      if (page.length === 0) throw new Error(`Nobody was found by ${search}`);
    }),
  );
  return [
    { figure: `Somebody found, ${label}, ${SEARCHES} searches`, ours: ms(times.slice(WARM_UP)), must: "≤ 50 ms" },
  ];
}
