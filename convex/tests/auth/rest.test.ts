/** A REST call runs inside the deployment that receives it, and only for the person of its token. */
import { exportPKCS8, generateKeyPair, importPKCS8, SignJWT } from "jose";
import { expect, vi } from "vitest";
import { api } from "../../_generated/api";
import { freeze } from "../../testing/clock.testing";
import { pair, woman } from "../../testing/crowd.testing";
import { codeFor, mailSettings } from "../../testing/mails.testing";
import { addressOf, signsUp, PASSWORD, tokenOf } from "../../testing/people.testing";
import { type Product, rowsIn, settings, setupTest, test } from "../../testing/product.testing";
import { shop } from "../../testing/shop.testing";
import * as swipes from "../../swipes";

async function post(t: Product, path: string, body: object, token?: string): Promise<{ status: number; body: Answer }> {
  const headers = { "Content-Type": "application/json", ...(token !== undefined && { "x-auth-token": token }) };
  const response = await t.fetch(`/api${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: response.status, body: (await response.json()) as Answer };
}
type Answer = { token?: string; code?: string; match?: boolean };

/** A token with this deployment's keys and claims, unless a test changes them. */
async function signed(sub: string, more: { key?: string; issuer?: string; audience?: string; until?: number } = {}) {
  const { key = settings.JWT_PRIVATE_KEY ?? "", issuer = settings.CONVEX_SITE_URL ?? "", audience = "convex" } = more;
  const pem = key
    .replace(/ (?!PRIVATE|KEY)/g, "\n")
    .replace(/-----BEGIN\nPRIVATE\nKEY-----/, "-----BEGIN PRIVATE KEY-----");
  const token = new SignJWT({}).setProtectedHeader({ alg: "RS256" }).setSubject(sub).setIssuedAt();
  const until = more.until ?? Math.floor(Date.now() / 1_000) + 60;
  return await token
    .setIssuer(issuer)
    .setAudience(audience)
    .setExpirationTime(until)
    .sign(await importPKCS8(pem, "RS256"));
}

test("a sign-up, a sign-in and a swipe call only the mail provider over the network", async () => {
  const { t, asha, ravi } = await pair();
  const hosts: string[] = [];
  const realFetch = globalThis.fetch;
  vi.stubGlobal("fetch", async (input: string | URL | Request, init?: RequestInit) => {
    hosts.push(new URL(new Request(input, init).url).hostname);
    return await realFetch(input, init);
  });
  const email = addressOf("Nina");
  expect((await post(t, "/auth/send-otp", { email })).status).toBe(200);
  expect((await post(t, "/auth/verify-otp", { email, otp: codeFor(email), password: PASSWORD })).status).toBe(200);
  const { body } = await post(t, "/auth/login", { email: asha.email, password: PASSWORD });
  const swiped = await post(t, "/users/swipe", { profileId: ravi.userId, liked: true }, body.token);

  expect(swiped).toMatchObject({ status: 200, body: { match: false } });
  expect(new Set(hosts)).toEqual(new Set([new URL(mailSettings.RESEND_BASE_URL).hostname]));
});

test("an action runs the functions it calls for the person of the token", async () => {
  const { t } = shop();
  const asha = await woman(t, "Asha");
  const order = { amount: 9_900, currency: "INR", orderMeta: { feature: "premium_plan" } };
  const made = await post(t, "/payments/create-order", order, await tokenOf(asha));

  expect(made.status).toBe(200);
  expect(await rowsIn(t, "orders")).toMatchObject([{ userId: asha.userId }]);
});

test("a newcomer signs up while others use up the budget of sign-ins", async ({ t }) => {
  const [asha, ravi, ira] = [await signsUp(t, "Asha"), await signsUp(t, "Ravi"), await signsUp(t, "Ira")];
  const email = addressOf("Nina");
  await post(t, "/auth/send-otp", { email });
  freeze();
  vi.stubEnv("RATE_LIMIT_SCALE", "1");
  const enter = (address: string) => post(t, "/auth/login", { email: address, password: PASSWORD });
  // Twice the budget, because each attempt looks for what is left in a few random shards.
  for (let i = 0; i < 40; i++) for (const one of [asha, ravi]) await enter(one.email);
  expect((await enter(ira.email)).status).toBe(429);

  const { status, body } = await post(t, "/auth/verify-otp", { email, otp: codeFor(email), password: PASSWORD });
  expect(status).toBe(200);
  const me = await t.fetch("/api/users/me", { headers: { "x-auth-token": body.token ?? "" } });
  expect(me.status).toBe(200);
});

test("a result that fails its validator is not sent, and its writes are rolled back", async () => {
  const { t, asha, ravi } = await pair();
  const { definition } = swipes.swipe as unknown as { definition: { handler: Handler } };
  const { handler } = definition;
  vi.spyOn(definition, "handler").mockImplementationOnce(async (ctx, args) => {
    await handler(ctx, args);
    return { match: false, secret: "ravi.at.home" };
  });
  const token = await tokenOf(asha);
  const swipe = () => post(t, "/users/swipe", { profileId: ravi.userId, liked: true }, token);
  const refused = await swipe();

  expect(refused.status).toBe(500);
  expect(JSON.stringify(refused.body)).not.toContain("ravi.at.home");
  expect(await asha.query(api.swipes.last, {}), "the swipe was rolled back").toBeNull();
  expect((await swipe()).status).toBe(200);
});
type Handler = (ctx: object, args: object) => Promise<unknown>;

test("a token that is forged, expired or for another deployment or audience is refused", async () => {
  const t = setupTest();
  const asha = await signsUp(t, "Asha");
  const [sub] = [String(JSON.parse(atob(asha.token.split(".")[1] ?? "")).sub)];
  const others = await exportPKCS8((await generateKeyPair("RS256", { extractable: true })).privateKey);
  const me = async (token: string) => (await t.fetch("/api/users/me", { headers: { "x-auth-token": token } })).status;
  expect([await me(asha.token), await me(await signed(sub))]).toEqual([200, 200]);

  const [head, claims] = asha.token.split(".");
  const unsigned = `${btoa(JSON.stringify({ alg: "none" })).replaceAll("=", "")}.${claims}.`;
  const forged = [
    await signed(sub, { key: others }),
    await signed(sub, { issuer: "https://other.test" }),
    await signed(sub, { audience: "other" }),
    await signed(sub, { until: Math.floor(Date.now() / 1_000) - 86_400 }),
    unsigned,
    `${head}.${claims}.`,
    sub,
  ];
  for (const token of forged) expect(await me(token), token).toBe(401);
});
