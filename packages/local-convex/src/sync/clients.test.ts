import { BaseConvexClient } from "convex/browser";
import { type FunctionReference, makeFunctionReference } from "convex/server";
import { ConvexError } from "convex/values";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { api } from "../../testing/api";
import { sharedDeployment, webSocketConstructor, type Deployment } from "../../testing/deployment";

let deployment: Deployment;

beforeAll(async () => {
  ({ deployment } = await sharedDeployment());
}, 120_000);

afterAll(() => deployment.closeClients());

test("one client's write reaches another client's live query", async () => {
  const [asha, ravi] = [deployment.client(), deployment.client()];
  const seen = watch(ravi, api.messages.list, { room: "live" });
  await vi.waitFor(() => expect(seen).toEqual([[]]));

  await asha.mutation(api.messages.send, { room: "live", body: "hello" });
  await vi.waitFor(() => expect(seen).toEqual([[], ["hello"]]));
});

test("a write to another room sends nothing", async () => {
  const [asha, ravi] = [deployment.client(), deployment.client()];
  const seen = watch(ravi, api.messages.list, { room: "quiet" });
  await vi.waitFor(() => expect(seen).toEqual([[]]));
  await asha.mutation(api.messages.send, { room: "loud", body: "hello" });
  await asha.mutation(api.messages.send, { room: "quiet", body: "psst" });
  await vi.waitFor(() => expect(seen).toEqual([[], ["psst"]]));
});

test("a client's mutations run in the order in which it called them", async () => {
  const client = deployment.client();
  const bodies = Array.from({ length: 50 }, (_, i) => String(i));
  await Promise.all(bodies.map((body) => client.mutation(api.messages.send, { room: "order", body })));
  expect(await client.query(api.messages.list, { room: "order" })).toEqual(bodies);
});

test("an optimistic update stays until the real result arrives, and never flickers", async () => {
  const client = deployment.client();
  const seen = watch(client, api.messages.list, { room: "optimistic" });
  await vi.waitFor(() => expect(seen).toEqual([[]]));
  for (let i = 0; i < 20; i++) {
    await client.mutation(
      api.messages.send,
      { room: "optimistic", body: String(i) },
      {
        optimisticUpdate: (store) => {
          const before = store.getQuery(api.messages.list, { room: "optimistic" }) ?? [];
          store.setQuery(api.messages.list, { room: "optimistic" }, [...before, String(i)]);
        },
      },
    );
  }
  const lengths = seen.map((messages) => messages.length);
  expect(lengths).toEqual([...lengths].sort((a, b) => a - b));
  expect(lengths.at(-1)).toBe(20);
});

test("a client sees all its queries at the same point in time, whatever changes", async () => {
  const writers = Array.from({ length: 4 }, () => deployment.client());
  for (const body of ["1", "2", "3", "4", "5"]) await writers[0]?.mutation(api.messages.send, { room: "left", body });
  const totals: number[] = [];
  const reader = new BaseConvexClient(deployment.cloudUrl, () => totals.push(total()), {
    webSocketConstructor,
    logger: false,
  });
  const count = (room: string) => (reader.localQueryResult("messages:list", { room }) as string[] | undefined)?.length;
  const total = () => (count("left") ?? 0) + (count("right") ?? 0);
  for (const room of ["left", "right"]) reader.subscribe("messages:list", { room });
  await vi.waitFor(() => expect(total()).toBe(5));
  await Promise.all(
    writers.map(async (writer, i) => {
      const [from, to] = i % 2 === 0 ? ["left", "right"] : ["right", "left"];
      for (let n = 0; n < 50; n++) {
        await writer.mutation(api.messages.move, { from, to });
        // Queries added meanwhile join the same transitions.
        if (n % 10 === 0) reader.subscribe("messages:list", { room: `${i}-${n}` });
      }
    }),
  );
  await reader.close();
  // A slow reader sees fewer transitions. Each is consistent.
  expect(totals.length).toBeGreaterThan(5);
  expect(new Set(totals)).toEqual(new Set([5]));
});

test("a mutation that fails leaves no writes and returns its error's data", async () => {
  const client = deployment.client();
  const failure = await client.mutation(api.messages.refuse, { room: "refused" }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ConvexError);
  expect((failure as ConvexError<Record<string, string>>).data).toEqual({ code: "REFUSED", room: "refused" });
  expect(await client.query(api.messages.list, { room: "refused" })).toEqual([]);
});

test("a query that throws reports an error to its subscriber, and other queries work", async () => {
  const client = deployment.client();
  const errors: Error[] = [];
  client.onUpdate(
    api.messages.crash,
    {},
    () => undefined,
    (error) => errors.push(error),
  );
  await vi.waitFor(() =>
    expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining("Server Error")]),
  );
  expect(await client.query(api.messages.list, { room: "empty" })).toEqual([]);
});

test("values of every kind arrive", async () => {
  const value = await deployment.client().query(api.messages.values, {});
  expect(value).toEqual({ int: 12n, nan: Number.NaN, bytes: new Uint8Array([1, 2]).buffer, text: "é\u2028" });
});

test("a result of twelve megabytes arrives", async () => {
  const value = (await deployment.client().query(api.messages.big, { megabytes: 12 })) as string[];
  expect(value.map((part) => part.length)).toEqual(Array(12).fill(1_000_000));
});

test("a client cannot tell an internal function from a missing one", async () => {
  const client = deployment.client();
  const answers = ["messages:count", "nowhere:nothing"].map((name) =>
    client.query(makeFunctionReference<"query">(name), {}).catch((error: Error) => error.message),
  );
  const [internal, unknown] = (await Promise.all(answers)).map((text) =>
    String(text).replace(/messages:count|nowhere:nothing|live\d+|Request ID: \w+/g, ""),
  );
  expect(internal).toContain("Server Error");
  expect(internal).toBe(unknown);
});

test("after a kill during a burst, clients continue, and every mutation ran exactly once, in order", async () => {
  const [writer, reader] = [deployment.client(), deployment.client()];
  const seen = watch(reader, api.messages.list, { room: "burst" });
  await vi.waitFor(() => expect(seen).toEqual([[]]));
  const bodies = Array.from({ length: 300 }, (_, i) => String(i));
  let answered = 0;
  const burst = bodies.map((body) =>
    writer.mutation(api.messages.send, { room: "burst", body }).then(() => (answered += 1)),
  );
  await vi.waitFor(() => expect(answered).toBeGreaterThan(5), { interval: 1 });
  await deployment.kill();
  await deployment.start();

  await Promise.all(burst);
  await vi.waitFor(() => expect(seen.at(-1)).toEqual(bodies), { timeout: 10_000 });
  expect(await deployment.http().query(api.messages.list, { room: "burst" })).toEqual(bodies);
}, 120_000);

type Client = ReturnType<Deployment["client"]>;

/** Returns the query's results so far, in order. The list grows. */
function watch<Value>(
  client: Client,
  query: FunctionReference<"query", "public", { room: string }, Value>,
  args: { room: string },
): Value[] {
  const seen: Value[] = [];
  client.onUpdate(query, args, (value) => seen.push(value));
  return seen;
}
