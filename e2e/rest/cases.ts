/** The rows of the documented table: what a row says, and what their cases have in common. */
import { expect } from "vitest";
import { addressOf } from "../mail";
import { photo } from "../pictures";
import type { Client, Reply } from "./client";
import { join, mailed, NOBODY, type Somebody } from "./people";

/** Everybody a case may need. Asha is always there, others where a file asks for them. */
export type Name = "asha" | "ravi" | "dev" | "pia" | "newcomer";
export type Cast<Who extends Name = never> = Record<Who | "asha", Somebody> & {
  client: Client;
  moderator: string;
  organiser: string;
};

export interface Field {
  /** Of another type, or senseless. */
  wrong: unknown;
  says: string;
  /** When it is left out, where that is something else. */
  saysMissing?: string;
}

export interface Row<Who extends Name = never> {
  route: string;
  may: "anyone" | "user" | "member" | "moderator" | "organiser" | "provider";
  /** A body in which one field at a time is left out or spoilt. */
  body?: (cast: Cast<Who>) => Promise<object> | object;
  fields?: Record<string, Field>;
  /** The same two cases where the body is a form. */
  missing?(cast: Cast<Who>): Promise<void>;
  spoilt?(cast: Cast<Who>): Promise<void>;
  /** Who sends that body; Asha or the moderator unless said. */
  sender?: (cast: Cast<Who>) => string;
  right(cast: Cast<Who>): Promise<void>;
  /** Another's id or address, or a person of another kind. */
  otherPerson(cast: Cast<Who>): Promise<void>;
  again(cast: Cast<Who>): Promise<void>;
}

export const text = (says: string): Field => ({ wrong: 7, says });

/** The response is this refusal. */
export function refuses(reply: Reply, status: number, code: string, sentence: string | RegExp) {
  expect(reply.status, reply.text).toBe(status);
  expect(Object.keys(reply.body).sort()).toEqual(["code", "error"]);
  expect(reply.body.code).toBe(code);
  if (typeof sentence === "string") expect(reply.body.error).toBe(sentence);
  else expect(reply.body.error).toMatch(sentence);
  if (status === 429) expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
}

export async function imageForm(picture: number): Promise<FormData> {
  const form = new FormData();
  form.append("image", new File([new Uint8Array(await photo(picture))], "me.jpg", { type: "image/jpeg" }));
  return form;
}

/** The response is this sentence. */
export function says(reply: Reply, message: string) {
  expect(reply.status, reply.text).toBe(200);
  expect(reply.body).toEqual({ message });
}

/** Asking twice changes nothing. `part`: what only this file changes, where all files share the rest of the answer. */
export function same<Who extends Name = never>(
  route: string,
  of: (cast: Cast<Who>) => string,
  part: (reply: Reply, cast: Cast<Who>) => unknown = ({ body }) => body,
) {
  return async (cast: Cast<Who>) => {
    const first = await cast.client.ask(route, { token: of(cast) });
    const second = await cast.client.ask(route, { token: of(cast) });
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(part(second, cast)).toEqual(part(first, cast));
  };
}

/** The entry of an answer's list that is somebody's. */
export function entryOf({ list }: Reply, { name }: Somebody): Record<string, unknown> {
  const found = list.find((one) => one.name === name);
  expect(found, `${name} is in the list`).toBeDefined();
  return found ?? {};
}

/** Who waits for a moderator is no member. */
export function waits(route: string, body?: () => object) {
  return async ({ client, pia }: Cast<"pia">) => {
    const reply = await client.ask(route, { token: pia.token, body: body?.() });
    refuses(reply, 403, "FORBIDDEN", /approved/);
  };
}

export function forbids(route: string) {
  return async ({ client, asha, pia, newcomer }: Cast<"pia" | "newcomer">) => {
    for (const { token } of [asha, pia, newcomer])
      refuses(await client.ask(route, { token }), 403, "FORBIDDEN", /moderator/);
  };
}

export async function matched(client: Client, moderator: string): Promise<[Somebody, Somebody, string]> {
  const [uma, raj] = await Promise.all([
    join(client, moderator, "Uma", "female"),
    join(client, moderator, "Raj", "male", 2),
  ]);
  await client.ask("POST /users/swipe", { token: uma.token, body: { profileId: raj.id, liked: true } });
  client.match(uma.email, raj.email);
  const { body } = await client.ask("POST /users/swipe", {
    token: raj.token,
    body: { profileId: uma.id, liked: true },
  });
  return [uma, raj, body.matchId as string];
}

export async function end(client: Client, ...people: { token: string }[]) {
  for (const { token } of people) {
    const asking = { token, body: { verificationText: "delete my acc" } };
    expect((await client.ask("DELETE /users/delete-account", asking)).status).toBe(200);
  }
}

export async function resetToken(client: Client, { email }: Somebody): Promise<string> {
  await client.ask("POST /auth/reset-password", { body: { email } });
  const token = await mailed(client, email, /\/reset-password\/([0-9a-f]{64})/);
  client.keep(NOBODY, "link", token);
  return token;
}

export function orderOf(feature = "premium_plan", amount = 9900) {
  return {
    amount,
    currency: "INR",
    orderId: "order_1",
    customerDetails: {
      customerId: "me",
      customerName: "Me",
      customerEmail: "me@example.org",
      customerPhone: "0000000000",
    },
    orderMeta: { feature, notify_url: "https://example.org/api/payments/webhook" },
  };
}

export async function ordered(client: Client, { token }: Somebody, feature?: string, amount?: number): Promise<string> {
  const reply = await client.ask("POST /payments/create-order", { token, body: orderOf(feature, amount) });
  expect(reply.status, reply.text).toBe(200);
  return reply.body.orderId as string;
}

/** What the buyer does at the provider; `webhooks`: how many webhooks the provider sends. */
export async function settle(client: Client, orderId: string, outcome: "SUCCESS" | "FAILED", webhooks = 0) {
  const response = await fetch(`${client.ready.payUrl}/sandbox/orders/${orderId}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ outcome, webhooks }),
  });
  expect(response.ok, await response.text()).toBe(true);
}

export function letter() {
  const mark = Math.random().toString(36).slice(2);
  return { name: "Asha", email: addressOf("letter"), subject: "Tickets", message: `Where is the gate ${mark}` };
}
