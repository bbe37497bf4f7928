import { expect, test } from "vitest";
import type { LiveQuery } from "../contract/core";
import { NO_DEPENDENCIES } from "../database/readers";
import { digestOf, Entries, type Entry } from "./liveQueryEntries";

const query: LiveQuery = {
  path: "notes:inRoom",
  componentPath: "",
  args: "{}",
  identity: null,
  caller: "client",
  journal: null,
};

function entryOf(query: LiveQuery, identityUsed: boolean): Entry {
  const none = { hash: null, requestId: null, digest: "", cachedResult: null };
  return { ...none, dependencies: NO_DEPENDENCIES, query, identityUsed, subscribers: 1 };
}

/** Each pair has the same hash for seed 0. */
const COLLIDING = {
  args: ['{"n":169115}', '{"n":252160}'],
  identity: ['{"subject":"p89009"}', '{"subject":"p90520"}'],
};

test.each([
  ["arguments", false, (text: string) => ({ ...query, args: text })],
  ["identity", true, (text: string) => ({ ...query, identity: text })],
])("queries that differ in their %s have separate entries, even with the same hash", (_, identityUsed, queryOf) => {
  const entries = new Entries(0);
  const both = COLLIDING[identityUsed ? "identity" : "args"].map((text) => entryOf(queryOf(text), identityUsed));
  for (const entry of both) entries.put(entry);
  expect(both.map((entry) => entries.find({ ...entry.query }))).toEqual(both);
  expect(both[0]!.hash).toBe(both[1]!.hash);
});

test("hashes have a random seed, so a client cannot know which queries collide", () => {
  const hashes = Array.from({ length: 4 }, () => {
    const entry = entryOf(query, false);
    new Entries().put(entry);
    return entry.hash;
  });
  expect(new Set(hashes).size).toBeGreaterThan(1);
});

test("an entry that starts to depend on the identity is found for that identity only", () => {
  const entries = new Entries();
  const [asha, ravi] = [
    { ...query, identity: "asha" },
    { ...query, identity: "ravi" },
  ];
  const entry = entryOf(asha, false);
  entries.put(entry);
  expect([entries.find(asha), entries.find(ravi)]).toEqual([entry, entry]);
  entry.identityUsed = true;
  entries.put(entry);
  expect([entries.find(asha), entries.find(ravi)]).toEqual([entry, undefined]);
  entries.remove(entry);
  expect(entries.find(asha)).toBeUndefined();
});

test("long results that differ in one character have different digests of the same short length", () => {
  const digests = ["a", "b"].map((end) => digestOf({ ok: true, value: `"${"x".repeat(10_000)}${end}"` }));
  expect(new Set(digests).size).toBe(2);
  expect(digests.map((one) => one.length)).toEqual([32, 32]);
  expect(digestOf({ ok: false, error: { message: "no" } })).not.toBe(digestOf({ ok: true, value: "no" }));
});
