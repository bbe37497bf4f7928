import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import WebSocket from "ws";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { CoreApi, FunctionCall } from "../contract/core";
import { Authenticator } from "../server/authentication";
import { InFlight, LIMITS } from "../server/inFlight";
import { Redaction } from "../server/redaction";
import { LiveQueries } from "./liveQueries";
import { Sockets } from "./sockets";

const MiB = 1024 * 1024;
const MESSAGE = 1.5 * MiB;
/** More than a client without a token may send. */
const TOO_LARGE = 9 * MiB;
const limits = { ...LIMITS, largeBytes: 4 * MiB, perConnection: 1 * MiB };
const signIn = JSON.stringify({ type: "Authenticate", baseVersion: 0, tokenType: "Admin", value: "key" });
const stops: (() => void)[] = [];
let inFlight: InFlight;
let sockets: Sockets;
let live: LiveQueries;
let port: number;
let called: number[];
let maxHeldBytes: number;

beforeEach(async () => {
  inFlight = new InFlight(limits);
  [called, maxHeldBytes] = [[], 0];
  const run = async ({ args }: FunctionCall) => {
    called.push(args.length);
    maxHeldBytes = Math.max(maxHeldBytes, inFlight.heldBytes);
    return { udfType: "action" as const, ok: true as const, value: "null", ts: 0n, logLines: [] };
  };
  const result = { ids: [1], journal: null, logLines: [], outcome: { ok: true as const, value: "null" } };
  const subscribe = () => Promise.resolve({ ts: 1n, result });
  const core = { run, subscribe, unsubscribe: () => undefined } as unknown as CoreApi;
  const redaction = new Redaction(true);
  live = new LiveQueries(core, redaction);
  const services = { core, live, redaction, inFlight, log: () => undefined };
  const authenticator = new Authenticator("key", () => Promise.reject(new Error("none")));
  sockets = new Sockets({ ...services, authenticator });
  const server = createServer().on("upgrade", (request, raw, head) => sockets.upgrade(request, raw, head));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
  stops.push(() => {
    sockets.close();
    inFlight.stop();
    server.close();
  });
});

afterEach(() => {
  for (const stop of stops.splice(0).reverse()) stop();
});

test("a client without a token is refused a large message at its first bytes; a signed-in client may send it", async () => {
  const stranger = await unfinished("anonymous", TOO_LARGE);
  await expect.poll(() => stranger.received()).toContain("MessageTooLarge");
  expect(inFlight.heldBytes).toBeLessThan(limits.smallBytes);
  await expect.poll(() => sockets.size).toBe(0);

  // In one write, so the message arrives while the token is being verified.
  const asha = await client();
  asha.socket.send(signIn);
  asha.act("x".repeat(TOO_LARGE));
  await expect.poll(() => called).toEqual([TOO_LARGE + '{"text":""}'.length]);

  asha.socket.send(JSON.stringify({ type: "Authenticate", baseVersion: 1, tokenType: "None" }));
  asha.act("x".repeat(TOO_LARGE));
  await expect.poll(() => asha.closedWith()).toBe(1009);
  expect(called).toHaveLength(1);
});

test("only a signed-in client may send a message with very many values; commas in strings do not count as values", async () => {
  const many = `[${"1,".repeat(200_000)}1]`;
  const send = (socket: WebSocket, args: string) =>
    socket.send(`{"type":"Action","requestId":0,"udfPath":"a:b","args":[{"text":${args}}]}`);
  const stranger = await client();
  send(stranger.socket, JSON.stringify(`${",".repeat(200_000)}\\"`));
  await expect.poll(() => called).toHaveLength(1);
  send(stranger.socket, many);
  await expect.poll(() => stranger.closedWith()).toBe(1009);

  const asha = await client();
  asha.socket.send(signIn);
  send(asha.socket, many);
  await expect.poll(() => called).toHaveLength(2);
});

test("clients without a token share a small memory limit, and a signed-in client does not wait for them", async () => {
  const strangers = await Promise.all(Array.from({ length: 40 }, () => unfinished("anonymous", 200 * 1024)));
  await expect.poll(() => inFlight.heldBytes).toBeGreaterThan(limits.anonymousLargeBytes);
  const limit = limits.anonymousLargeBytes + 200 * 1024 + strangers.length * 64 * 1024;
  expect(inFlight.heldBytes).toBeLessThan(limit);
  const asha = await client();
  asha.socket.send(signIn);
  asha.act("x".repeat(MESSAGE));
  await expect.poll(() => called.length).toBe(1);

  for (const { end } of strangers) end();
  await expect.poll(() => called.length, { timeout: 20_000 }).toBe(41);
  await expect.poll(() => inFlight.heldBytes).toBe(0);
});

test("members with unfinished large messages hold little memory, and other members' small messages arrive", async () => {
  const members = await Promise.all(Array.from({ length: 40 }, () => unfinished()));
  await expect.poll(() => inFlight.heldBytes).toBeGreaterThan(limits.largeBytes);
  const asha = await client();
  asha.act("hello");
  await expect.poll(() => called.length).toBe(1);
  // Two chunks of each: the second arrives while its token is checked.
  expect(inFlight.heldBytes).toBeLessThan(limits.largeBytes + MESSAGE + members.length * 128 * 1024);

  // Once the members finish their messages, all of them run.
  for (const { end } of members) end();
  await expect.poll(() => called.length, { timeout: 20_000 }).toBe(41);
  expect(maxHeldBytes).toBeLessThan(limits.largeBytes + 2 * MESSAGE + members.length * 128 * 1024);
  await expect.poll(() => inFlight.heldBytes).toBe(0);
});

test("a message that takes over half a minute ends its connection; an idle connection stays", async () => {
  const asha = await client();
  const stranger = await unfinished();
  await expect.poll(() => inFlight.heldBytes).toBeGreaterThan(limits.perConnection);
  for (let second = 0; second < 31; second++) inFlight.tick();

  await expect.poll(() => stranger.socket.destroyed).toBe(true);
  expect(inFlight.heldBytes).toBe(0);
  asha.act("still here");
  await expect.poll(() => called.length).toBe(1);
});

test("a message is refused if its connection or live query would have to keep too much data", async () => {
  const long = "x".repeat(2 * MiB);
  const query = { type: "Add", queryId: 0, udfPath: "a:b", args: [{}] };
  for (const message of [
    { type: "Connect", sessionId: long },
    { type: "Mutation", requestId: 0, udfPath: long, args: [{}] },
    { type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications: [{ ...query, componentPath: long }] },
    {
      type: "ModifyQuerySet",
      baseVersion: 0,
      newVersion: 1,
      modifications: Array.from({ length: 9 }, (_, queryId) => ({ ...query, queryId, args: [{ long }] })),
    },
  ]) {
    const stranger = await client();
    stranger.socket.send(signIn);
    stranger.socket.send(JSON.stringify(message));
    await expect.poll(() => stranger.closedWith()).toBe(1002);
  }
});

test("a client that disconnects leaves no socket and no live query, and other clients stay", async () => {
  const query = { type: "Add", queryId: 0, udfPath: "notes:list", args: [{}] };
  const watch = JSON.stringify({ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications: [query] });
  const [asha, ravi] = await Promise.all([client(), client()]);
  for (const { socket } of [asha, ravi]) socket.send(watch);
  await expect.poll(() => [sockets.size, live.size]).toEqual([2, 2]);
  asha.socket.terminate();
  await expect.poll(() => [sockets.size, live.size]).toEqual([1, 1]);
  ravi.socket.close();
  await expect.poll(() => [sockets.size, live.size]).toEqual([0, 0]);
});

async function client() {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/1.0.0/sync`);
  stops.push(() => socket.terminate());
  let code = 0;
  socket.on("close", (closed) => (code = closed));
  await new Promise((resolve) => socket.once("open", resolve));
  const act = (text: string) =>
    socket.send(JSON.stringify({ type: "Action", requestId: 0, udfPath: "a:b", args: [{ text }] }));
  return { socket, act, closedWith: () => code };
}

/** A socket that has sent all but the last bytes of an action. */
async function unfinished(as: "anonymous" | "signed in" = "signed in", size = MESSAGE) {
  const socket = connect(port, "127.0.0.1");
  stops.push(() => socket.destroy());
  socket.on("error", () => undefined);
  const key = Buffer.alloc(16).toString("base64");
  socket.write(
    `GET /api/1.0.0/sync HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  );
  await new Promise((resolve) => socket.once("data", resolve));
  let received = "";
  socket.on("data", (chunk) => (received += String(chunk)));
  const args = [{ text: "x".repeat(size - 100) }];
  const text = JSON.stringify({ type: "Action", requestId: 0, udfPath: "a:b", args });
  if (as === "signed in") socket.write(Buffer.concat([headerOf(signIn.length), Buffer.from(signIn)]));
  socket.write(headerOf(text.length));
  socket.write(text.slice(0, -10));
  return { socket, received: () => received, end: () => socket.write(text.slice(-10)) };
}

/** Returns the header of a text frame. Its mask is zero, which leaves the bytes unchanged. */
function headerOf(length: number): Buffer {
  const header = Buffer.alloc(14);
  header.writeUInt16BE(0x81ff, 0);
  header.writeBigUInt64BE(BigInt(length), 2);
  return header;
}
