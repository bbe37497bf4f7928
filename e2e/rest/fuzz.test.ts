/** No input makes a route fail: every reply matches the description, and every refusal has a code and a message. */
import fc from "fast-check";
import { expect, inject, test } from "vitest";
import { Client } from "./client";
import { apply, join, staffOf } from "./people";

const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
const runs = Number(process.env.FUZZ_RUNS ?? 5);

/** Valid input makes these hash a password or send a mail. */
const expensive = ["/auth/send-otp", "/auth/verify-otp", "/auth/login", "/moderator/login"];

const hostile = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    1e308,
    2 ** 53 + 2,
    "",
    " ",
    "\u0000",
    "\ud800",
    "\u202e",
    "__proto__",
    "NaN",
  ),
  fc.constantFrom<unknown>(
    "$undefined",
    { $bytes: "AAAA" },
    { $integer: "AAAA" },
    [[[[]]]],
    { "": 1 },
    "x".repeat(20_001),
  ),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: "binary", maxLength: 40 }),
);
const brokenJson = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.constantFrom(
    '{"a":1e999}',
    '{"a":NaN}',
    '{"__proto__":{"x":1}}',
    `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`,
    "{}{}",
  ),
);

test("no input makes a route fail", { timeout: 60_000 + runs * 10_000 }, async () => {
  console.log(`REST fuzz: FUZZ_SEED=${seed} FUZZ_RUNS=${runs}`);
  const client = await Client.of(inject("ready"));
  const [asha, ravi] = [await join(client, "Asha", "female"), await join(client, "Ravi", "male", 2)];
  const { moderator } = await staffOf(client);
  const tokens = [asha.token, (await apply(client, "Pia")).token, moderator];
  const statuses: Record<string, number> = {};

  for (const [path, methods] of Object.entries(client.description.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const content = operation.requestBody?.content["application/json"];
      const names = Object.keys(content?.schema.properties ?? {});
      const validValues: Record<string, unknown> = {
        ...asha,
        profileId: ravi.id,
        liked: true,
        approved: true,
        matchId: ravi.id,
      };
      const fields = fc.record(
        Object.fromEntries(names.map((name) => [name, fc.oneof(hostile, fc.constant(validValues[name]))])),
        { requiredKeys: [] },
      );
      const input = fc.record({
        body: fc.oneof(
          { weight: 5, arbitrary: fields.map((body) => JSON.stringify(body)) },
          { weight: 1, arbitrary: brokenJson },
        ),
        segment: fc.oneof(
          fc.string({ unit: "binary", maxLength: 80 }),
          fc.constantFrom(".", "..", "%", "%00", "💃", ravi.id),
        ),
        token: fc.constantFrom(...tokens, undefined, "x.y.z", "a b\tc"),
      });
      const property = fc.asyncProperty(input, async ({ body, segment, token }) => {
        const route = `${method.toUpperCase()} ${path.replace(/\{\w+\}/, encoded(segment))}`;
        // Only Asha's password is ever right, so a successful sign-in is hers.
        const as = path.startsWith("/auth/") ? asha.email : undefined;
        const reply = await client.send(route, { token, ...(as && { as }), ...(method !== "get" && { body }) });
        statuses[reply.status] = (statuses[reply.status] ?? 0) + 1;
        expect(reply.status, reply.text).toBeLessThan(500);
        if (reply.status >= 400) expect(Object.keys(reply.body).sort()).toEqual(["code", "error"]);
        if (reply.status >= 400) expect(reply.body.error).toBeTruthy();
      });
      await fc.assert(property, {
        seed,
        numRuns: expensive.includes(path) ? Math.ceil(runs / 3) : runs,
        endOnFailure: true,
      });
    }
  }
  const { body } = await client.send("GET /users/me", { token: asha.token });
  expect(body.moderationStatus, "the member is still approved").toBe("approved");
  console.log(`REST fuzz: answers by status ${JSON.stringify(statuses)}`);
});

/** Encodes a part of a path. Sends it as typed if it cannot be encoded. */
function encoded(segment: string): string {
  return segment.isWellFormed() ? encodeURIComponent(segment).replace(/^\.{1,2}$/, "%2e") : "%ud800";
}
