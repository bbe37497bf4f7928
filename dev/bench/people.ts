/** How fast an organiser finds somebody among all members, and what that reads. */
import { figure, ms, type Row } from "./figures";
import type { Made } from "./pushing";
import type { Running } from "./sides";

const SEARCHES = 400;
const WARM_UP = 50;
/** Beginnings of names, handles and addresses of `benchMembers`: of one person up to everybody. */
const beginnings = ["m", "member", "member 1", "member 12", "77", "member.9", "m4321@b", "member 154"];

/** Times of a first page over HTTP, each search with another beginning, and the documents read for one. */
export async function measureSearch(ours: Running, label: string): Promise<Row[]> {
  const { url, members } = ours.side;
  const token = await ours.sign((await ours.call("mutation", "benchMembers:organise", { now: Date.now() })) as Made);
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  const times: number[] = [];
  for (let n = 0; n < WARM_UP + SEARCHES; n++) {
    // Digits in between, so that no answer comes from a cache.
    const search = n % 2 === 0 ? beginnings[(n / 2) % beginnings.length]! : `member ${(n * 7919) % members.length}`;
    const asked = { search, filter: {}, paginationOpts: { numItems: 25, cursor: null, id: n } };
    const body = JSON.stringify({ path: "people:list", format: "convex_encoded_json", args: [asked] });
    const began = performance.now();
    const answer = (await (await fetch(`${url}/api/query`, { method: "POST", headers, body })).json()) as Answer;
    if (n >= WARM_UP) times.push(performance.now() - began);
    if (answer.status !== "success" || answer.value.page.length === 0) throw new Error(JSON.stringify(answer));
  }
  const read = (await ours.call("query", "benchMembers:searchReads", { search: "member 1" })) as Reads;
  return [
    figure(`Somebody found, ${label}, ${SEARCHES} searches`, ms(times), "", "", "≤ 50 ms"),
    figure(`Documents in ranges read, ${read.listed} listed`, `${read.documents} in ${read.ranges}`, "", "", "≤ 150"),
  ];
}

interface Answer {
  status: string;
  value: { page: unknown[] };
}

interface Reads {
  documents: number;
  ranges: number;
  listed: number;
}
