import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { ConvexClient } from "convex/browser";
import { anyApi, type FunctionReference } from "convex/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Deployment } from "../../testing/deployment";

// One app with ten components, pushed once by the stock command line. The tests run in parallel and wait for queries.
let deployment: Deployment;
let client: ConvexClient;
let post: Server;
const posted: { to: string[]; subject: string }[] = [];

beforeAll(async () => {
  post = await mailStandIn();
  deployment = await Deployment.create("components");
  await deployment.setEnvironment({
    MAIL_STAND_IN: `http://127.0.0.1:${(post.address() as AddressInfo).port}`,
  });
  await deployment.push();
  client = deployment.client();
}, 120_000);

afterAll(async () => {
  await deployment.remove();
  post.close();
}, 60_000);

const { counts, diary, limits, mail, oven, recipes, shelf, shop } = anyApi;

test.concurrent("sharded-counter: counts concurrent additions and a later removal", async () => {
  await Promise.all([call(counts!.arrive, { people: 7 }), call(counts!.arrive, { people: 5 })]);
  await call(counts!.leave, { people: 3 });
  await until(counts!.inside, {}, (people) => people === 9);
});

test.concurrent("aggregate: returns the count, sum and positions of its items", async () => {
  await call(counts!.weigh, { most: 41 });
  await until(counts!.scale, {}, ({ count }: { count: number }) => count === 40);
  const scale = await client.query(counts!.scale as Query, {});
  expect(scale).toEqual({ count: 40, sum: 820, belowTen: 9, third: 3, heaviest: 40 });
});

test.concurrent("rate-limiter: refuses a caller over the limit, and nobody else", async () => {
  const tries = [];
  for (const who of ["asha", "asha", "asha", "ravi"]) tries.push(await call(limits!.taste, { who }));
  expect(tries).toEqual([true, true, false, true]);
});

test.concurrent("action-retrier: retries an action that failed twice", async () => {
  await call(oven!.heat, {});
  await until(diary!.of, { topic: "fire" }, (entries: unknown[]) => entries.length === 1);
  expect(await entriesOf("fire")).toEqual([{ type: "success", returnValue: "lit" }]);
  expect(await entriesOf("matches")).toHaveLength(3);
});

test.concurrent("workpool: reports results, failures and cancellations, retries a failing action, and runs a mutation", async () => {
  await call(oven!.fill, {});
  await until(diary!.of, { topic: "oven" }, (entries: unknown[]) => entries.length === 5);
  await until(diary!.of, { topic: "mutation" }, (entries: unknown[]) => entries.length === 1);
  const entries = (await entriesOf("oven")) as { context: unknown; result: { kind: string; returnValue?: unknown } }[];
  expect(new Map(entries.map(({ context, result }) => [context, result.returnValue ?? result.kind]))).toEqual(
    new Map<unknown, unknown>([500, 750, 1000].map((grams) => [grams, grams - 30]))
      .set("burnt", "failed")
      .set("late", "canceled"),
  );
  expect(await entriesOf("smoke")).toHaveLength(3);
});

test.concurrent("workflow: runs steps in sequence and in parallel, waits for a person's approval, and completes", async () => {
  const workflowId = (await call(recipes!.start, { loaves: 2 })) as string;
  await until(diary!.of, { topic: "dough" }, (entries: unknown[]) => entries.length === 1);
  expect(await entriesOf("table")).toEqual([]);
  await call(recipes!.taste, { workflowId, says: "good" });
  await until(diary!.of, { topic: "table" }, (entries: unknown[]) => entries.length === 1);
  const returnValue = { baked: [970, 70], taste: "good" };
  expect(await entriesOf("table")).toEqual([{ context: "lunch", result: { kind: "success", returnValue } }]);
  await until(recipes!.state, { workflowId }, (type) => type === "completed");
});

test.concurrent("presence: lists a user who joined, and no user who left or stopped sending", async () => {
  const asha = await stand("asha", 60_000);
  const isQueue = (...names: string[]) => until(shop!.queue, { roomToken: asha.roomToken }, equal(names));
  await isQueue("asha");
  const isBoth = isQueue("asha", "ravi");
  const ravi = await stand("ravi", 200);
  expect(ravi.roomToken).toBe(asha.roomToken);
  await isBoth;
  await isQueue("asha");
  await call(shop!.go, { sessionToken: asha.sessionToken });
  await isQueue();
});

test.concurrent("crons: runs a job that was registered at run time, until it is deleted", async () => {
  await call(shop!.hang, {});
  expect(await client.query(shop!.hanging as Query, {})).toEqual(["seconds", "years"]);
  await until(diary!.of, { topic: "bell" }, (entries: unknown[]) => entries.length === 2);
  await call(shop!.take, { name: "seconds" });
  expect(await client.query(shop!.hanging as Query, {})).toEqual(["years"]);
  expect(new Set(await entriesOf("bell"))).toEqual(new Set(["second"]));
});

test.concurrent("migrations: changes every document once", async () => {
  await call(shelf!.fill, { loaves: 30 });
  await call(shelf!.sliceAll, {});
  await until(shelf!.state, {}, ({ state }: { state: string }) => state === "success");
  expect(await client.query(shelf!.state as Query, {})).toEqual({ state: "success", processed: 30, unsliced: 0 });
});

test.concurrent("resend: delivers mails to the provider and reports them as sent", async () => {
  const ids = await Promise.all(["asha", "ravi"].map((name) => call(mail!.invite, { who: `${name}@example.com` })));
  await Promise.all(ids.map((id) => until(mail!.state, { id }, (state) => state === "sent")));
  expect(posted.map(({ to, subject }) => [...to, subject]).sort()).toEqual([
    ["asha@example.com", "Fresh bread"],
    ["ravi@example.com", "Fresh bread"],
  ]);
});

type Query = FunctionReference<"query">;

function call(mutation: unknown, args: Record<string, unknown>): Promise<unknown> {
  return client.mutation(mutation as FunctionReference<"mutation">, args);
}

function entriesOf(topic: string): Promise<unknown[]> {
  return client.query(diary!.of as Query, { topic }) as Promise<unknown[]>;
}

async function stand(who: string, interval: number): Promise<{ roomToken: string; sessionToken: string }> {
  return (await call(shop!.stand, { who, interval })) as { roomToken: string; sessionToken: string };
}

/** Resolves when a live query has the wanted result. */
function until<T>(query: unknown, args: Record<string, unknown>, matches: (value: T) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const seen = (value: unknown) => {
      if (!matches(value as T)) return;
      resolve();
      queueMicrotask(() => stop());
    };
    const stop = client.onUpdate(query as Query, args, seen, reject);
  });
}

function equal(names: string[]): (value: string[]) => boolean {
  return (value) => JSON.stringify([...value].sort()) === JSON.stringify(names);
}

/** Accepts mails like the provider. */
async function mailStandIn(): Promise<Server> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const mails = JSON.parse(Buffer.concat(chunks).toString()) as typeof posted;
      posted.push(...mails);
      response.setHeader("Content-Type", "application/json");
      response.end(JSON.stringify({ data: mails.map((_, i) => ({ id: `stand-in-${i}` })) }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}
