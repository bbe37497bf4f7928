import { afterAll, beforeAll, expect, test, vi } from "vitest";
import WebSocket from "ws";
import { api } from "../../testing/api";
import { Deployment } from "../../testing/deployment";

let deployment: Deployment;

beforeAll(async () => {
  deployment = await Deployment.createPushed();
}, 120_000);

afterAll(() => deployment.remove(), 60_000);

test("a client that floods the deployment with live queries is disconnected, and others notice nothing", async () => {
  const seen: string[][] = [];
  deployment
    .client()
    .onUpdate(api.messages.list, { room: "quiet" }, (messages) => void seen.push(messages as string[]));
  await vi.waitFor(() => expect(seen).toEqual([[]]));

  const flood = await stranger();
  flood.add(5_000);
  await deployment.http().mutation(api.messages.send, { room: "quiet", body: "hello" });
  await vi.waitFor(() => expect(seen.at(-1)).toEqual(["hello"]));

  await vi.waitFor(() => expect(flood.closed).toBe(1002));
  expect(flood.told).toEqual([{ type: "FatalError", error: expect.stringContaining("Too many") }]);
  // Nothing of it is left for the functions to do.
  expect(await deployment.http().query(api.messages.list, { room: "quiet" })).toEqual(["hello"]);
});

test("a client that uses its whole limit waits for its results, others do not", async () => {
  const greedy = await stranger();
  const other = deployment.client();
  await other.query(api.messages.list, { room: "other" });

  greedy.add(200);
  expect(await deployment.http().query(api.messages.list, { room: "other" })).toEqual([]);
  expect(await other.query(api.messages.list, { room: "another" })).toEqual([]);
  expect(greedy.told).toEqual([]);
  await vi.waitFor(() => expect(greedy.told).toMatchObject([{ type: "Transition" }]), { timeout: 30_000 });
  expect((greedy.told as { modifications: object[] }[])[0]?.modifications).toHaveLength(200);
});

/** A socket that says what no client of ours would. */
async function stranger() {
  const socket = new WebSocket(`${deployment.cloudUrl.replace("http", "ws")}/api/1.0.0/sync`);
  const told: object[] = [];
  const state = { told, closed: 0, add };
  socket.on("message", (text) => void told.push(JSON.parse(String(text)) as object));
  socket.on("close", (code) => (state.closed = code));
  await new Promise((resolve) => socket.once("open", resolve));
  socket.send(JSON.stringify({ type: "Connect", sessionId: crypto.randomUUID(), connectionCount: 0 }));
  return state;

  /** Each fails with its own message, which takes longer than success. */
  function add(count: number) {
    const modifications = Array.from({ length: count }, (_, queryId) => {
      return { type: "Add", queryId, udfPath: "messages:list", args: [{ limit: queryId }] };
    });
    socket.send(JSON.stringify({ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications }));
  }
}
