import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { Resend } from "resend";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { LocalServer } from "../listen";
import { startResend } from "./server";

let dir: string;
let standIn: LocalServer;
let resend: Resend;
const mail = {
  from: "Festival <hello@festival.test>",
  to: "asha@college.edu",
  subject: "482913 is your code",
  text: "482913",
};

const start = () => startResend({ port: 0, dir, page: path.join(import.meta.dirname, "../page") });
const inbox = async (to = "asha@college.edu") =>
  (await (await fetch(`${standIn.url}/messages?to=${encodeURIComponent(to)}`)).json()) as Record<string, unknown>[];
const spoil = (fault: unknown) => fetch(`${standIn.url}/faults`, { method: "POST", body: JSON.stringify(fault) });

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "mail-"));
  standIn = await start();
  resend = new Resend("re_local", { baseUrl: standIn.url });
});
afterEach(async () => {
  await standIn.stop();
  await rm(dir, { recursive: true });
});

test("mails sent with the stock package are in the inbox, newest first", async () => {
  const first = await resend.emails.send(mail);
  const second = await resend.emails.send({ ...mail, subject: "Second", html: "<b>hi</b>", replyTo: "me@college.edu" });

  expect(first.error).toBeNull();
  expect(await inbox()).toMatchObject([
    { id: second.data?.id, subject: "Second", html: "<b>hi</b>", replyTo: ["me@college.edu"] },
    { id: first.data?.id, to: ["asha@college.edu"], from: mail.from, subject: mail.subject, text: "482913", html: "" },
  ]);
  expect(new Date((await inbox())[0]?.createdAt as string).getTime()).toBeGreaterThan(Date.now() - 5_000);
});

test("the inbox of an address shows only its own mails, however the address is written", async () => {
  await resend.emails.send({ ...mail, to: ["Asha <ASHA@college.edu>", "ravi@college.edu"] });
  await resend.emails.send({ ...mail, to: "notasha@college.edu" });

  expect(await inbox("asha@COLLEGE.edu")).toHaveLength(1);
  expect(await inbox("ravi@college.edu")).toHaveLength(1);
  expect(await inbox("nobody@college.edu")).toEqual([]);
});

test("a batch is sent whole or not at all", async () => {
  const good = await resend.batch.send([mail, { ...mail, subject: "Two" }]);
  const bad = await resend.batch.send([mail, { ...mail, to: "nowhere" }]);

  expect(good.data?.data).toHaveLength(2);
  expect(bad.error).toMatchObject({ statusCode: 422, name: "validation_error" });
  expect(await inbox()).toHaveLength(2);
});

test("a permissive batch sends its valid mails and names the invalid ones", async () => {
  const { data } = await resend.batch.send([mail, { ...mail, to: "nowhere" }], { batchValidation: "permissive" });

  expect(data?.data).toHaveLength(1);
  expect(data?.errors).toEqual([{ index: 1, message: expect.stringMatching(/^Invalid `to` field\. /) }]);
  expect(await inbox()).toHaveLength(1);
});

test("a sent mail can be read by its id, and an unknown id returns 404", async () => {
  const { data } = await resend.emails.send(mail);

  expect((await resend.emails.get(data?.id ?? "")).data).toMatchObject({
    subject: mail.subject,
    last_event: "delivered",
  });
  expect((await resend.emails.get("other")).error).toMatchObject({ statusCode: 404, name: "not_found" });
});

test.each([
  ["no recipient", { to: "" }, "missing_required_field"],
  ["no subject", { subject: "" }, "missing_required_field"],
  ["no body", { text: undefined }, "missing_required_field"],
  ["a recipient that is not an address", { to: "asha" }, "validation_error"],
  ["a second header in the recipient", { to: "asha@college.edu\r\nBcc: x@y.zz" }, "validation_error"],
  ["a subject of two lines", { subject: "a\r\nBcc: x@y.zz" }, "validation_error"],
  ["a recipient at a domain that takes no mail", { to: "asha@example.com" }, "validation_error"],
])("a mail with %s is refused and not kept", async (_, change, name) => {
  const { error } = await resend.emails.send({ ...mail, ...change } as typeof mail);

  expect(error).toMatchObject({ statusCode: 422, name });
  expect(await (await fetch(`${standIn.url}/messages`)).json()).toEqual([]);
});

test("a mail without a key, or with one of another form, is not sent", async () => {
  const post = (headers: Record<string, string>) =>
    fetch(`${standIn.url}/emails`, { method: "POST", headers, body: JSON.stringify(mail) });

  expect((await post({})).status).toBe(401);
  expect((await post({ authorization: "Bearer sk_live" })).status).toBe(403);
  expect(await inbox()).toEqual([]);
});

test("the same idempotency key sends once, and refuses another mail", async () => {
  const first = await resend.emails.send(mail, { idempotencyKey: "otp/1" });
  const again = await resend.emails.send(mail, { idempotencyKey: "otp/1" });
  const other = await resend.emails.send({ ...mail, text: "other" }, { idempotencyKey: "otp/1" });

  expect(again.data).toEqual(first.data);
  expect(other.error).toMatchObject({ statusCode: 409, name: "invalid_idempotent_request" });
  expect(await inbox()).toHaveLength(1);
});

test("requested faults affect the next requests and no others, and can be cleared", async () => {
  await spoil({ status: 429, count: 1 });
  expect((await resend.emails.send(mail)).error).toMatchObject({ statusCode: 429, name: "rate_limit_exceeded" });
  expect((await resend.emails.send(mail)).error).toBeNull();

  await spoil({ status: 503, count: 5 });
  expect((await spoil({ count: 0 })).status).toBe(200);
  expect((await resend.emails.send(mail)).error).toBeNull();

  await spoil({ delayMs: 150, count: 1 });
  const startedAt = Date.now();
  await resend.emails.send(mail);
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(145);
  expect((await spoil({ status: 200, count: 1 })).status).toBe(400);
});

test("a restart keeps the mails", async () => {
  await resend.emails.send(mail);
  await standIn.stop();
  standIn = await start();

  expect(await inbox()).toMatchObject([{ subject: mail.subject }]);
});

test("an open inbox shows a new mail at once", async () => {
  const stream = await fetch(`${standIn.url}/events`);
  const reader = (stream.body as ReadableStream<Uint8Array>).getReader();
  await reader.read();
  await resend.emails.send(mail);

  expect(new TextDecoder().decode((await reader.read()).value)).toContain(mail.subject);
  await reader.cancel();
});

test("a site whose host name points at this machine is refused", async () => {
  const request = get(`${standIn.url}/messages`, { headers: { host: "evil.test" } });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  response.resume();

  expect(response.statusCode).toBe(403);
});

test("a page of another origin cannot request faults or send mail", async () => {
  for (const [name, value] of [
    ["origin", "http://127.0.0.1:9"],
    ["origin", "null"],
    ["sec-fetch-site", "cross-site"],
  ] as const) {
    const headers = { [name]: value };
    const body = JSON.stringify({ status: 500, count: 9 });
    const fault = await fetch(`${standIn.url}/faults`, { method: "POST", headers, body });
    const sent = await fetch(`${standIn.url}/emails`, { method: "POST", headers, body: JSON.stringify(mail) });
    expect([fault.status, sent.status]).toEqual([403, 403]);
  }
  expect((await resend.emails.send(mail)).error).toBeNull();
  expect(await inbox()).toHaveLength(1);
});

test("the page runs only its own scripts, and no other file is served", async () => {
  const page = await fetch(standIn.url);

  expect(page.headers.get("content-security-policy")).toContain("script-src 'self';");
  expect(await page.text()).toContain("Inbox");
  expect((await fetch(`${standIn.url}/../../package.json`)).status).toBe(404);
});
