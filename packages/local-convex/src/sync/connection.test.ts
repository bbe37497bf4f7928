import { expect, test } from "vitest";
import { decodeTimestamp } from "../server/timestamps";
import { add, resultOf, setUp, wait, type Message } from "./connection.testing";

const ZERO = { querySet: 0, identity: 0, ts: "AAAAAAAAAAA=" };

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
