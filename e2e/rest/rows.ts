/** The rows of the documented table: what a row says, and what their cases have in common. */
import { expect } from "@playwright/test";
import { addressOf } from "../mail";
import { photo } from "../pictures";
import type { Client, Heard } from "./client";
import { join, mailed, type Somebody } from "./people";

/** Everybody a case may need. */
export interface Cast {
  client: Client;
  moderator: string;
  asha: Somebody;
  ravi: Somebody;
  dev: Somebody;
  /** A profile that waits. */
  pia: Somebody;
  /** An account and nothing else. */
  newcomer: Somebody;
  /** Their session ended, with their account. */
  over: Somebody;
}

export interface Field {
  /** Of another type, or senseless. */
  wrong: unknown;
  says: string;
  /** When it is left out, where that is something else. */
  saysMissing?: string;
}

export interface Row {
  route: string;
  may: "anyone" | "user" | "member" | "moderator" | "provider";
  /** A body in which one field at a time is left out or spoilt. */
  body?: (cast: Cast) => Promise<object> | object;
  fields?: Record<string, Field>;
  /** The same two cases where the body is a form. */
  missing?(cast: Cast): Promise<void>;
  spoilt?(cast: Cast): Promise<void>;
  /** Who sends that body; otherwise whoever may. */
  sender?: (cast: Cast) => string;
  right(cast: Cast): Promise<void>;
  /** Another's id or address, or a person of another standing. */
  otherPerson(cast: Cast): Promise<void>;
  again(cast: Cast): Promise<void>;
}

export const text = (says: string): Field => ({ wrong: 7, says });

/** The answer is this refusal. */
export function refuses(heard: Heard, status: number, code: string, sentence: string | RegExp) {
  expect(heard.status, heard.text).toBe(status);
  expect(Object.keys(heard.body).sort()).toEqual(["code", "error"]);
  expect(heard.body.code).toBe(code);
  if (typeof sentence === "string") expect(heard.body.error).toBe(sentence);
  else expect(heard.body.error).toMatch(sentence);
  if (status === 429) expect(Number(heard.headers.get("retry-after"))).toBeGreaterThan(0);
}

export async function imageForm(picture: number): Promise<FormData> {
  const form = new FormData();
  form.append("image", new File([new Uint8Array(await photo(picture))], "me.jpg", { type: "image/jpeg" }));
  return form;
}

/** The answer is this sentence. */
export function says(heard: Heard, message: string) {
  expect(heard.status, heard.text).toBe(200);
  expect(heard.body).toEqual({ message });
}

/** Asking twice changes nothing. */
export function same(route: string, of: (cast: Cast) => string) {
  return async (cast: Cast) => {
    const [first, second] = [0, 1].map(() => cast.client.ask(route, { token: of(cast) }));
    expect((await second)?.body).toEqual((await first)?.body);
    expect((await first)?.status).toBe(200);
  };
}

/** Who waits for a moderator is no member. */
export function waits(route: string, body?: () => object) {
  return async ({ client, pia }: Cast) => {
    const heard = await client.ask(route, { token: pia.token, body: body?.() });
    refuses(heard, 403, "FORBIDDEN", /approved/);
  };
}

export function forbids(route: string) {
  return async ({ client, asha, pia, newcomer }: Cast) => {
    for (const { token } of [asha, pia, newcomer])
      refuses(await client.ask(route, { token }), 403, "FORBIDDEN", /moderator/);
  };
}

export async function matched(client: Client, moderator: string): Promise<[Somebody, Somebody, string]> {
  const uma = await join(client, moderator, "Uma", "female");
  const raj = await join(client, moderator, "Raj", "male", 2);
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
  return await mailed(client, email, /\/reset-password\/([0-9a-f]{64})/);
}

export function orderOf(_cast?: Cast, feature = "premium_plan", amount = 9900) {
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
  const heard = await client.ask("POST /payments/create-order", { token, body: orderOf(undefined, feature, amount) });
  expect(heard.status, heard.text).toBe(200);
  return heard.body.orderId as string;
}

/** What the buyer does at the provider; `webhooks`: how often the provider tells of it. */
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
