/**
 * A person hidden by reports gets the same responses as a member without reports, from every function and route, byte for byte.
 */
import { expect, test, vi } from "vitest";
import { functions, kinds, routes } from "../../testing/authorisation.testing";
import { prepare } from "../../testing/authorisationAsking.testing";
import { makeCast } from "../../testing/authorisationCast.testing";
import { publicFunctions } from "../../testing/functions.testing";
import { settled } from "../../testing/product.testing";

const NOW = new Date("2025-12-18T20:00:00+05:30");
/** The calls that need a signed-in caller and are open to a hidden person. */
const openCalls = [...functions, ...routes].flatMap(([name, row]) => {
  const cells = row.split(" ");
  const isTheirs = cells[kinds.indexOf("hidden")] !== "403" || name === "mutation profiles.create";
  return isTheirs && cells[kinds.indexOf("visitor")] === "401" ? [name] : [];
});
const reads = (name: string) => name.startsWith("query ") || name.startsWith("GET ");
/** True for calls after which the person gets no more responses. */
const leaves = (name: string) => /signOut|deleteAccount|delete-account/.test(name);

test("a person hidden by reports cannot tell it from any response", async () => {
  const [hidden, seen] = [await answersWhere(true), await answersWhere(false)];
  expect(hidden.size).toBe(seen.size);
  for (const [name, answer] of seen) expect(hidden.get(name), name).toBe(answer);
  expect(hidden.get("1 action profiles.exportMine"), "the export contains the status").toContain(
    '\\"status\\": \\"approved\\"',
  );
}, 300_000);

test("no function that is open to attendees can return a status that only the staff may know", () => {
  expect(openCalls.length).toBeGreaterThan(50);
  for (const name of openCalls) expect(returnsOf(name), name).not.toMatch(/"value":"(hidden|none|refunding)"/);
});

function returnsOf(name: string): string {
  const [, path = ""] = name.split(" ");
  return publicFunctions.get(path.replace(".", ":"))?.exportReturns?.() ?? "";
}

/** Returns all responses to one person, hidden or not. In order: all reads, the other calls, the reads again, and the calls that leave. */
async function answersWhere(isHidden: boolean): Promise<Map<string, string>> {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  const cast = await makeCast(isHidden);
  const [first, rest] = [openCalls.filter(reads), openCalls.filter((name) => !reads(name) && !leaves(name))];
  const answers = new Map<string, string>();
  for (const [i, name] of [...first, ...rest, ...first, ...openCalls.filter(leaves)].entries()) {
    const { status, text } = await (await prepare(name, cast, "hidden"))();
    await settled(cast.t);
    answers.set(`${i >= first.length + rest.length ? 2 : 1} ${name}`, `${status} ${withoutRandom(text)}`);
  }
  return answers;
}

/** Keys, tokens, ids and order numbers differ in each world, and so does the fraction of a millisecond of each row's creation. */
function withoutRandom(text: string): string {
  return text.replace(/(\d{13})\.\d+/g, "$1").replace(/[\w+/=.-]{20,}/g, "…");
}
