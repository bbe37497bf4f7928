import { afterEach, beforeEach, expect, test } from "vitest";
import webPush, { type PushSubscription } from "web-push";
import type { LocalServer } from "../listen";
import { startPush } from "./server";

const vapid = { subject: "mailto:help@festival.test", ...webPush.generateVAPIDKeys() };
let standIn: LocalServer;

beforeEach(async () => {
  standIn = await startPush({ port: 0 });
});
afterEach(() => standIn.stop());

test("a message from the stock library is decrypted with the browser's keys and listed", async () => {
  const browser = await subscribed();
  const text = JSON.stringify({ title: "Hello ✨" });

  expect(await push(browser, text, { TTL: 60, urgency: "high", topic: "match" })).toBe(201);
  expect(await received(browser)).toMatchObject([
    { endpoint: browser.endpoint, text, ttl: 60, urgency: "high", topic: "match" },
  ]);
  expect(await received(await subscribed())).toEqual([]);
});

test.each([
  ["encrypted for another browser", 400, async () => ({ ...(await subscribed()), keys: (await subscribed()).keys })],
  ["to an unknown subscription", 404, async () => ({ ...(await subscribed()), endpoint: `${standIn.url}/push/none` })],
])("a message %s is refused with %i", async (_, status, make) => {
  const target = await make();
  expect(await push(target, "x")).toBe(status);
  expect(await received(target)).toEqual([]);
});

test("a message that is signed by another key, unsigned, malformed, altered or too long is refused", async () => {
  const browser = await subscribed();
  const stranger = { ...vapid, ...webPush.generateVAPIDKeys() };

  expect(await push(browser, "x", { vapidDetails: stranger })).toBe(403);
  expect(await push(browser, "x", {}, ({ headers }) => delete headers.Authorization)).toBe(403);
  expect(await push(browser, "x", {}, ({ headers }) => (headers.TTL = "soon"))).toBe(400);
  expect(await push(browser, "x", {}, ({ headers }) => (headers["Content-Encoding"] = "aesgcm"))).toBe(415);
  expect(await push(browser, "x", {}, ({ body }) => (body[body.length - 1]! ^= 1))).toBe(400);
  expect(await push(browser, "x".repeat(4_096))).toBe(413);
});

test("a signature for another push service is refused", async () => {
  const browser = await subscribed();
  const elsewhere = { ...browser, endpoint: browser.endpoint.replace("127.0.0.1", "localhost") };

  expect(await push(elsewhere, "x")).toBe(403);
});

test("a message to an ended subscription gets 410, and a fault happens as often as requested", async () => {
  const browser = await subscribed();
  await fetch(`${standIn.url}/faults`, { method: "POST", body: JSON.stringify({ status: 503, count: 1 }) });
  expect([await push(browser, "x"), await push(browser, "x")]).toEqual([503, 201]);
  await fetch(browser.endpoint, { method: "DELETE" });
  expect(await push(browser, "x")).toBe(410);
});

test("a page of another origin may not call the stand-in", async () => {
  const headers = { origin: "https://evil.example" };
  expect((await fetch(`${standIn.url}/messages`, { headers })).status).toBe(403);
});

async function subscribed(): Promise<PushSubscription> {
  const body = JSON.stringify({ key: vapid.publicKey });
  return (await (await fetch(`${standIn.url}/subscriptions`, { method: "POST", body })).json()) as PushSubscription;
}

interface Request {
  headers: Record<string, string>;
  body: Buffer;
}

async function push(browser: PushSubscription, text: string, options = {}, change?: (request: Request) => unknown) {
  const details = webPush.generateRequestDetails(browser, text, { vapidDetails: vapid, ...options });
  const request = { headers: details.headers as Record<string, string>, body: details.body as Buffer };
  change?.(request);
  delete request.headers["Content-Length"];
  const init = { method: "POST", headers: request.headers, body: new Uint8Array(request.body) };
  return (await fetch(browser.endpoint, init)).status;
}

async function received({ endpoint }: PushSubscription) {
  return await (await fetch(`${standIn.url}/messages?endpoint=${encodeURIComponent(endpoint)}`)).json();
}
