import fc from "fast-check";
import { expect, test } from "vitest";
import { Authenticator } from "../server/authentication";
import type { CoreApi, FunctionCall, FunctionOutcome, LiveQuery, LiveResult } from "../contract/core";
import { Redaction } from "../server/redaction";
import { Connection, type Channel } from "./connection";
import { LiveQueries } from "./liveQueries";
import { decodeTimestamp } from "../server/timestamps";

const ZERO = { querySet: 0, identity: 0, ts: "AAAAAAAAAAA=" };
const wait = () => new Promise((resolve) => setTimeout(resolve, 5));

test("a mutation's response and the results it changed are sent in one write, the response first", async () => {
  const { connection, core, writes, say } = setUp();
  say({ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications: [add(0, "m:list")] });
  await wait();
  say({ type: "Mutation", requestId: 7, udfPath: "m:send", args: [{}] });
  core.commit(5n, "[1]");
  await wait();

  expect(writes.length).toBe(2);
  const [answer, transition] = writes[1] as [Message, Message];
  expect(answer).toMatchObject({
    type: "MutationResponse",
    requestId: 7,
    success: true,
    ts: writes[1]?.[1]?.endVersion.ts,
  });
  expect(transition.startVersion).toEqual(writes[0]?.[0]?.endVersion);
  expect(transition.modifications).toEqual([
    { type: "QueryUpdated", queryId: 0, value: [1], journal: null, logLines: [] },
  ]);
  expect(decodeTimestamp(transition.endVersion.ts)).toBe(5n);
  connection.closed();
});

test("a mutation that changes no watched result is still followed by a transition", async () => {
  const { core, writes, say } = setUp();
  say({ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications: [] });
  say({ type: "Mutation", requestId: 0, udfPath: "m:send", args: [{}] });
  core.commit(9n);
  await wait();

  expect(writes.flat().map(({ type }) => type)).toEqual(["MutationResponse", "Transition"]);
  expect(writes.flat()[1]).toMatchObject({ startVersion: ZERO, modifications: [] });
});

test("a transition waits until the affected queries have run again", async () => {
  const { core, writes, say } = setUp();
  say({ type: "Mutation", requestId: 0, udfPath: "m:send", args: [{}] });
  core.respond(3n);
  await wait();
  expect(writes.flat().map(({ type }) => type)).toEqual(["MutationResponse"]);

  core.settle(3n);
  await wait();
  expect(writes.flat().map(({ type }) => type)).toEqual(["MutationResponse", "Transition"]);
});

test("queries that are added together get their results together", async () => {
  const { core, writes, say } = setUp();
  core.slow.add("m:slow");
  say({ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications: [add(0, "m:list"), add(1, "m:slow")] });
  await wait();
  expect(writes).toEqual([]);

  core.release();
  await wait();
  expect(writes.flat()).toMatchObject([{ type: "Transition", endVersion: { querySet: 1 }, modifications: [{}, {}] }]);
});

test("a query that is removed before its first result delays no other", async () => {
  const { core, writes, say } = setUp();
  core.slow.add("m:slow");
  say({ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications: [add(0, "m:slow")] });
  say({ type: "ModifyQuerySet", baseVersion: 1, newVersion: 2, modifications: [{ type: "Remove", queryId: 0 }] });
  say({ type: "ModifyQuerySet", baseVersion: 2, newVersion: 3, modifications: [add(1, "m:list")] });
  await wait();
  expect(writes.flat()).toMatchObject([{ type: "Transition", endVersion: { querySet: 3 } }]);
});

test("a removed query is gone, and its later results are dropped", async () => {
  const { core, writes, say } = setUp();
  say({ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications: [add(0, "m:list")] });
  await wait();
  say({ type: "ModifyQuerySet", baseVersion: 1, newVersion: 2, modifications: [{ type: "Remove", queryId: 0 }] });
  core.settle(4n, "[4]");
  await wait();
  expect(writes[1]).toMatchObject([{ modifications: [{ type: "QueryRemoved", queryId: 0 }] }]);
  expect(core.live.size).toBe(0);
});

test("messages after a token run with its identity, in their order", async () => {
  const { core, writes, say } = setUp();
  say({ type: "Authenticate", tokenType: "Admin", value: "key", baseVersion: 0, impersonating: { subject: "asha" } });
  say({ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications: [add(0, "m:list")] });
  say({ type: "Authenticate", tokenType: "None", baseVersion: 1 });
  say({ type: "Mutation", requestId: 0, udfPath: "m:send", args: [{}] });
  await wait();

  expect([...core.live.values()]).toMatchObject([{ caller: "client", identity: null }]);
  expect(core.calls).toMatchObject([{ caller: "client", identity: null }]);
  expect(core.subscribed.map(({ identity }) => identity)).toEqual(['{"subject":"asha"}', null]);
  expect(writes.flat().at(-1)).toMatchObject({ endVersion: { querySet: 1, identity: 2 } });
});

test.each([
  ["a query set of the wrong version", { type: "ModifyQuerySet", baseVersion: 3, newVersion: 4, modifications: [] }],
  ["an identity of the wrong version", { type: "Authenticate", tokenType: "None", baseVersion: 3 }],
  ["a message of an unknown type", { type: "Dance" }],
  [
    "a query id that is not a number",
    { type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications: [add("x", "m:list")] },
  ],
  ["arguments that are not an object", { type: "Mutation", requestId: 0, udfPath: "m:send", args: ["x"] }],
])("%s closes the connection with a fatal error", async (_, message) => {
  const { writes, closed, say } = setUp();
  say(message);
  await wait();
  expect(writes.flat()).toMatchObject([{ type: "FatalError" }]);
  expect(closed).toEqual([1002]);
});

test("text that is not JSON closes the connection with a protocol error", () => {
  const { connection, closed } = setUp();
  connection.receive("{");
  expect(closed).toEqual([1002]);
});

test("an invalid token gets an AuthError with the client's version, and closes the connection", async () => {
  const { writes, closed, say } = setUp();
  say({ type: "Authenticate", tokenType: "User", value: "forged", baseVersion: 0 });
  say({ type: "Mutation", requestId: 0, udfPath: "m:send", args: [{}] });
  await wait();
  expect(writes.flat()).toMatchObject([{ type: "AuthError", baseVersion: 0, authUpdateAttempted: true }]);
  expect(closed).toEqual([1008]);
});

test("a token whose provider is unreachable gets no AuthError: the connection closes, and the client may retry", async () => {
  const { writes, closed, say } = setUp();
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const value = `${part({ alg: "RS256" })}.${part({ iss: "https://away.example", sub: "asha", exp: 9e9 })}.${part({})}`;
  say({ type: "Authenticate", tokenType: "User", value, baseVersion: 0 });
  await wait();
  expect(writes.flat()).toEqual([]);
  expect(closed).toEqual([1011]);
});

test("when the core dies, connections that wait for a response are closed, so that clients reconnect", async () => {
  const { core, closed, say } = setUp();
  say({ type: "Mutation", requestId: 0, udfPath: "m:send", args: [{}] });
  core.die();
  await wait();
  expect(closed).toEqual([1011]);
});

test("a transition too long for one frame is sent in parts", async () => {
  const { core, writes, say } = setUp();
  core.value = JSON.stringify("x".repeat(11 * 1024 * 1024));
  say({ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications: [add(0, "m:list")] });
  await wait();
  const chunks = writes.flat() as unknown as { type: string; partNumber: number; totalParts: number; chunk: string }[];
  expect(chunks.map(({ partNumber, totalParts }) => [partNumber, totalParts])).toEqual([
    [0, 3],
    [1, 3],
    [2, 3],
  ]);
  expect(JSON.parse(chunks.map(({ chunk }) => chunk).join(""))).toMatchObject({ type: "Transition" });
});

test("a connection that adds too many live queries is closed with an error, and all its queries end", async () => {
  const { core, writes, closed, say } = setUp();
  const some = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => add(from + i, "m:list"));
  say({ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications: some(0, 200) });
  await wait();
  expect([core.live.size, closed]).toEqual([200, []]);

  say({ type: "ModifyQuerySet", baseVersion: 1, newVersion: 2, modifications: some(200, 201) });
  await wait();
  expect(writes.flat().at(-1)).toEqual({ type: "FatalError", error: expect.stringContaining("at most 200") });
  expect([core.live.size, closed]).toEqual([0, [1002]]);
});

test("a message with more than a thousand changes is refused, even if they cancel each other out", async () => {
  const { core, writes, closed, say } = setUp();
  const modifications = Array.from({ length: 501 }, (_, i) => [
    add(i, "m:list"),
    { type: "Remove", queryId: i },
  ]).flat();
  say({ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications });
  await wait();
  expect(writes.flat()).toEqual([{ type: "FatalError", error: expect.stringContaining("at most 1000") }]);
  expect([core.subscribed.length, closed]).toEqual([0, [1002]]);
});

test("a connection starts at most 16 queries at once, and queries still waiting when it closes never run", async () => {
  const { connection, core, say } = setUp();
  core.slow.add("m:slow");
  const many = Array.from({ length: 40 }, (_, i) => add(i, "m:slow"));
  say({ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications: many });
  await wait();
  expect(core.subscribed.length).toBe(16);

  core.release();
  await wait();
  expect(core.subscribed.length).toBe(17);
  connection.closed();
  await wait();
  expect([core.subscribed.length, core.live.size]).toEqual([17, 0]);
});

test("a client with too many pending calls is paused until they get their responses", async () => {
  const { core, flow, say } = setUp();
  for (let requestId = 0; requestId < 600; requestId++)
    say({ type: "Mutation", requestId, udfPath: "m:send", args: [{}] });
  expect(flow).toEqual(["pause"]);
  core.respond(1n);
  await wait();
  expect(flow).toEqual(["pause", "resume"]);
});

test("any frame can at worst close its own connection", async () => {
  const count = fc.oneof(fc.nat(3), fc.constantFrom(-1, 0.5, 2 ** 60, "0", null));
  const path = fc.constantFrom("m:list", "", "__proto__", "_system/cli/tables", 7);
  const call = {
    udfPath: path,
    args: fc.array(fc.jsonValue(), { maxLength: 2 }),
    componentPath: fc.constantFrom("", "x"),
  };
  const add = fc.record({
    type: fc.constantFrom("Add", "Remove", "x"),
    queryId: count,
    journal: fc.jsonValue(),
    ...call,
  });
  const frame = fc.oneof(
    fc.jsonValue(),
    fc.record({ type: fc.constantFrom("Mutation", "Action"), requestId: count, ...call }),
    fc.record({
      type: fc.constant("ModifyQuerySet"),
      baseVersion: count,
      newVersion: count,
      modifications: fc.array(add),
    }),
    fc.record({
      type: fc.constant("Authenticate"),
      tokenType: fc.constantFrom("Admin", "User", "None"),
      baseVersion: count,
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(frame, { maxLength: 20 }), async (frames) => {
      const { connection, core, closed, say } = setUp();
      for (const message of frames) say(message as object);
      await Promise.resolve();
      connection.closed();
      expect(closed.length).toBeLessThanOrEqual(1);
      expect(core.live.size).toBe(0);
    }),
  );
});

test("without the admin key, a failure shows only its ConvexError data, not its message or log lines", async () => {
  const data = '{"code":"NO"}';
  const error = {
    message: "[Request ID: 7] Server Error\nUncaught Error: secret\n    at f (../convex/f.ts:1:2)",
    data,
  };
  const failure = { logLines: ["[LOG] 'secret'"], ok: false as const, error };
  for (const [value, expected] of [
    ["wrong", { result: "[Request ID: 7] Server Error", errorMessage: "[Request ID: 7] Server Error", logLines: [] }],
    ["key", { result: error.message, errorMessage: error.message, logLines: failure.logLines }],
  ] as const) {
    const { connection, core, writes, say } = setUp();
    if (value === "key") say({ type: "Authenticate", tokenType: "Admin", value, baseVersion: 0 });
    core.first = { ...resultOf(""), logLines: failure.logLines, outcome: failure };
    say({ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications: [add(0, "m:list")] });
    say({ type: "Mutation", requestId: 0, udfPath: "m:send", args: [{}] });
    await wait();
    core.respondWith({ udfType: "mutation", ts: 1n, ...failure });
    await wait();

    const responses = writes.flat().filter(({ type }) => type === "MutationResponse");
    const steps = writes.flat();
    expect(responses).toMatchObject([
      { result: expected.result, logLines: expected.logLines, errorData: { code: "NO" } },
    ]);
    const results = steps.flatMap(({ modifications = [] }) => modifications);
    expect(results).toMatchObject([
      { errorMessage: expected.errorMessage, logLines: expected.logLines, errorData: { code: "NO" } },
    ]);
    connection.closed();
  }
});

test("a resent call is recognised by its person, not by its token", async () => {
  const { core, say } = setUp();
  const send = (requestId: number) => say({ type: "Mutation", requestId, udfPath: "m:send", args: [{}] });
  const signInAs = (baseVersion: number, impersonating: object) =>
    say({ type: "Authenticate", tokenType: "Admin", value: "key", baseVersion, impersonating });
  send(0);
  signInAs(0, { tokenIdentifier: "asha", iat: 1 });
  await wait();
  send(1);
  signInAs(1, { tokenIdentifier: "asha", iat: 2 });
  await wait();
  send(2);
  signInAs(2, { tokenIdentifier: "ravi", iat: 2 });
  await wait();
  send(3);
  say({ type: "Authenticate", tokenType: "None", baseVersion: 3 });
  await wait();
  send(4);

  const [nobody, asha, same, ravi, none] = core.calls.map(({ idempotencyKey }) => idempotencyKey?.callerHash);
  expect([asha, nobody]).toEqual([same, none]);
  expect(new Set([nobody, asha, ravi]).size).toBe(3);
});

interface Message {
  type: string;
  startVersion: { ts: string };
  endVersion: { ts: string };
  modifications: object[];
}

function setUp() {
  const core = new CoreStandIn();
  const redaction = new Redaction(true);
  const live = new LiveQueries(core as unknown as CoreApi, redaction);
  core.changed = (ts, ids, value) => live.changed(ts, ids.length === 0 ? [] : [{ ...resultOf(value), ids }]);
  const [writes, closed, flow]: [Message[][], number[], string[]] = [[], [], []];
  const channel: Channel = {
    send: (texts) => writes.push(texts.map((text) => JSON.parse(text) as Message)),
    close: (code) => closed.push(code),
    hold: () => undefined,
    release: () => undefined,
    identified: () => undefined,
    pause: () => flow.push("pause"),
    resume: () => flow.push("resume"),
  };
  const authenticator = new Authenticator("key", () => Promise.reject(new TypeError("fetch failed")));
  authenticator.reset([{ domain: "https://away.example" }]);
  const connection = new Connection(
    { core: core as unknown as CoreApi, live, authenticator, redaction, log: () => undefined },
    channel,
  );
  const say = (message: object) => connection.receive(JSON.stringify(message));
  say({ type: "Connect", sessionId: "s", connectionCount: 0, lastCloseReason: null, clientTs: 0 });
  return { core, connection, writes, closed, flow, say };
}

/** A stand-in for the core. Nothing happens until the test says so. */
class CoreStandIn {
  value = "[]";
  /** The first result, in place of `value`. It may be a failure. */
  first: Omit<LiveResult, "ids"> | null = null;
  readonly slow = new Set<string>();
  readonly live = new Map<number, LiveQuery>();
  readonly calls: FunctionCall[] = [];
  readonly subscribed: LiveQuery[] = [];
  changed: (ts: bigint, ids: number[], value: string) => void = () => undefined;
  release: () => void = () => undefined;
  #pending: { resolve: (outcome: FunctionOutcome) => void; reject: (error: Error) => void }[] = [];

  run(call: FunctionCall): Promise<FunctionOutcome> {
    this.calls.push(call);
    return new Promise((resolve, reject) => this.#pending.push({ resolve, reject }));
  }

  async subscribe(id: number, query: LiveQuery) {
    this.live.set(id, query);
    this.subscribed.push({ ...query });
    if (this.slow.has(query.path)) await new Promise<void>((resolve) => (this.release = resolve));
    return { ts: 1n, result: { ...(this.first ?? resultOf(this.value)), ids: [id] } };
  }

  unsubscribe(id: number) {
    this.live.delete(id);
  }

  respond(ts: bigint) {
    this.respondWith({ udfType: "mutation", logLines: [], ts, ok: true, value: "null" });
  }

  respondWith(outcome: FunctionOutcome) {
    for (const { resolve } of this.#pending) resolve(outcome);
    this.#pending = [];
  }

  settle(ts: bigint, value?: string) {
    this.changed(ts, value === undefined ? [] : [...this.live.keys()], value ?? "");
  }

  commit(ts: bigint, value?: string) {
    this.respond(ts);
    this.settle(ts, value);
  }

  die() {
    const error = Object.assign(new Error("gone"), { name: "CoreRestarted" });
    for (const { reject } of this.#pending) reject(error);
  }
}

function resultOf(value: string) {
  return { journal: null, logLines: [], outcome: { ok: true as const, value } };
}

function add(queryId: unknown, udfPath: string) {
  return { type: "Add", queryId, udfPath, args: [{}] };
}
