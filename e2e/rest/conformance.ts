/**
 * Checks each documented route over HTTP: it works, and a body with a missing or wrong field gets its error message.
 * Each group has its own test file. Authorisation and rules are tested in `convex/tests` through the same routes.
 */
import { beforeAll, describe, expect, inject, test } from "vitest";
import { Client, type Reply } from "./client";
import { documented } from "./documented";
import { join, signUp, staffOf, type Person } from "./people";

/** The people of every row. Asha is a member, Nina has an account and no profile. */
export type Cast = Awaited<ReturnType<typeof staffOf>> & { client: Client; asha: Person; nina: Omit<Person, "id"> };

interface Field {
  /** An invalid value. */
  wrong: unknown;
  message: string;
  /** The message for a missing field, if it differs. */
  missingMessage?: string;
}

interface Row {
  route: string;
  /** Sends the bodies with a wrong field. Default: a visitor. */
  sender?: "asha" | "nina" | "moderator" | "organiser";
  /** A valid body. The tests remove or invalidate one field at a time. */
  body?: (cast: Cast) => Promise<object> | object;
  fields?: Record<string, Field>;
  works(cast: Cast): Promise<void>;
}

export const text = (message: string): Field => ({ wrong: 7, message });

/** Registers the tests of a group, and checks that each of its documented routes has a row. */
export function testRoutes(group: keyof typeof documented, rows: Row[]) {
  let cast: Cast;
  beforeAll(async () => {
    const client = await Client.of(inject("ready"));
    const [asha, nina] = await Promise.all([join(client, "Asha", "female"), signUp(client, "Nina")]);
    cast = { ...(await staffOf(client)), client, asha, nina };
  });

  describe.each(rows)("$route", ({ route, sender, body, fields, works }) => {
    test("works as described", () => works(cast));
    if (fields === undefined) return;
    test("names the field that is missing or wrong", async () => {
      const token = sender && (typeof cast[sender] === "string" ? cast[sender] : cast[sender].token);
      for (const [name, { wrong, message, missingMessage = message }] of Object.entries(fields)) {
        for (const [value, sentence] of [
          [undefined, missingMessage],
          [wrong, message],
        ] as const) {
          const badBody = structuredClone(await body?.(cast)) as Record<string, unknown>;
          put(badBody, name, value);
          const isPhoto = sentence === "Please upload an image file";
          const reply = await cast.client.send(route, { token, body: badBody });
          expectRefusal(reply, isPhoto ? 415 : 400, isPhoto ? "PHOTO_TYPE" : "BAD_INPUT", sentence);
        }
      }
    });
  });

  test("every documented route has its row here, and has succeeded", () => {
    const described = rows.map(({ route }) => route.replace(/0{64}/, "{token}").replace("/nothing", "/{id}"));
    expect(described).toEqual(documented[group]);
    // The payment provider's calls do not use this client.
    const clientRoutes = described.filter((route) => !route.endsWith("/webhook"));
    expect([...cast.client.succeeded]).toEqual(expect.arrayContaining(clientRoutes));
  });
}

export function expectRefusal(reply: Reply, status: number, code: string, sentence: string | RegExp) {
  expect(reply.status, reply.text).toBe(status);
  expect(reply.body).toEqual({ code, error: expect.stringMatching(typeof sentence === "string" ? /./ : sentence) });
  if (typeof sentence === "string") expect(reply.body.error).toBe(sentence);
  if (status === 429) expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
}

export function expectMessage(reply: Reply, message: string) {
  expect(reply.status, reply.text).toBe(200);
  expect(reply.body).toEqual({ message });
}

/** Sets a field, or deletes it if the value is undefined. `name` may be a path: `orderMeta.feature`. */
function put(body: Record<string, unknown>, name: string, value: unknown) {
  const [first = "", second] = name.split(".");
  const [parent, last] = second === undefined ? [body, first] : [body[first] as Record<string, unknown>, second];
  if (value === undefined) delete parent[last];
  else parent[last] = value;
}
