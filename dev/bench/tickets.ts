/** How fast an organiser uploads the codes of tickets. */
import { limits } from "../../convex/shared/limits";
import { figure, type Row } from "./figures";
import type { Made } from "./pushing";
import type { Running } from "./sides";

const CODES = limits.ticketsMost;

/** Codes a second, in batches one after the other over HTTP, as a page sends them; then the same codes again. */
export async function measureUpload(ours: Running): Promise<Row[]> {
  const token = await ours.sign((await ours.call("mutation", "benchMembers:organise", { now: Date.now() })) as Made);
  const codes = Array.from({ length: CODES }, () => crypto.randomUUID().slice(0, 13));
  const [first, again] = [await upload(ours.side.url, token, codes), await upload(ours.side.url, token, codes)];
  return [
    figure(
      `Ticket codes uploaded a second, ${CODES.toLocaleString("en")}`,
      String(Math.round(CODES / first)),
      "",
      "",
      "",
    ),
    figure("The same codes again, a second", String(Math.round(CODES / again)), "", "", ""),
  ];
}

/** Seconds. */
async function upload(url: string, token: string, codes: string[]): Promise<number> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  const began = performance.now();
  for (let from = 0; from < codes.length; from += limits.ticketsBatch) {
    const args = [{ codes: codes.slice(from, from + limits.ticketsBatch), label: "" }];
    const body = JSON.stringify({ path: "tickets:add", format: "convex_encoded_json", args });
    const answer = (await (await fetch(`${url}/api/mutation`, { method: "POST", headers, body })).json()) as {
      status: string;
    };
    if (answer.status !== "success") throw new Error(JSON.stringify(answer));
  }
  return (performance.now() - began) / 1_000;
}
