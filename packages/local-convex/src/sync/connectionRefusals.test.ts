import fc from "fast-check";
import { expect, test } from "vitest";
import { add, setUp, wait } from "./connection.testing";

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

test("a connection starts at most 16 queries at a time, and queries still waiting when it closes never run", async () => {
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
