import { expect, test } from "vitest";
import type { CoreEvents, LiveQuery, LiveResult, Timestamp } from "../contract/core";
import { Subscriptions } from "./subscriptions";

const query: LiveQuery = {
  path: "notes:list",
  componentPath: "",
  args: "{}",
  identity: null,
  caller: "client",
  journal: null,
};

function started(ts: Timestamp, journal: string | null) {
  const result: LiveResult = { ids: [1], journal, logLines: [], outcome: { ok: true, value: `"${ts}"` } };
  return { responses: [], changed: null, started: [{ id: 1, ts, result }], logs: [], http: [] };
}

test("the first result resolves the subscription; the next worker's result is a change, and its journal is kept", async () => {
  const changed: Timestamp[] = [];
  const subscriptions = new Subscriptions({ changed: (ts: Timestamp) => changed.push(ts) } as unknown as CoreEvents);
  const first = subscriptions.add(1, query);
  subscriptions.deliver(started(1n, "page"));
  expect((await first).ts).toBe(1n);
  expect(changed).toEqual([]);

  subscriptions.deliver(started(2n, "longer page"));
  expect(changed).toEqual([2n]);
  expect([...subscriptions.all()]).toEqual([{ id: 1, query: { ...query, journal: "longer page" } }]);
});

test("a removed subscription gets no result and is not passed to the next worker", async () => {
  const changed: Timestamp[] = [];
  const subscriptions = new Subscriptions({ changed: (ts: Timestamp) => changed.push(ts) } as unknown as CoreEvents);
  let hasResult = false;
  void subscriptions.add(1, query).then(() => (hasResult = true));
  expect([subscriptions.remove(1), subscriptions.remove(1)]).toEqual([true, false]);
  subscriptions.deliver(started(1n, null));
  await Promise.resolve();
  expect([hasResult, changed, [...subscriptions.all()]]).toEqual([false, [], []]);
});
