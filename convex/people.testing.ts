/**
 * People for tests. They are made by the public functions: a mailed code, a password, a profile, a moderator's approval. Only
 * a picture is inserted directly, because decoding one needs Node and tests of rules do not.
 */
import rateLimiter from "@convex-dev/rate-limiter/test";
import { convexTest, type TestConvex } from "convex-test";
import { decodeJwt, exportJWK, exportPKCS8, generateKeyPair } from "jose";
import { vi } from "vitest";
import { api, internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { hashing } from "./model/authSecrets";
import schema from "./schema";

export type Product = TestConvex<typeof schema>;
/** A signed-in person, who can call functions. */
export type Person = ReturnType<Product["withIdentity"]> & {
  userId: Id<"users">;
  email: string;
  token: string;
  refreshToken: string;
};
export type Mail = { from: string; to: string; reply_to?: string; subject: string; text: string; html: string };
export type ProfileInput = (typeof api.profiles.create)["_args"]["profile"];

const modules = import.meta.glob(["./**/*.ts", "./_generated/*.js", "!./**/*.test.ts", "!./**/*.testing.ts"]);
const keys = await generateKeyPair("RS256", { extractable: true });
const settings: Record<string, string> = {
  SITE_URL: "https://app.test",
  CONVEX_SITE_URL: "https://site.test",
  RESEND_API_KEY: "re_test",
  RESEND_BASE_URL: "https://mail.test",
  MAIL_FROM: "Festival Match <hello@festival.test>",
  CONTACT_TO: "support@festival.test",
  CASHFREE_BASE_URL: "https://pay.test/pg",
  CASHFREE_CLIENT_ID: "client",
  CASHFREE_CLIENT_SECRET: "secret",
  JWT_PRIVATE_KEY: (await exportPKCS8(keys.privateKey)).trimEnd().replace(/\n/g, " "),
  JWKS: JSON.stringify({ keys: [{ use: "sig", ...(await exportJWK(keys.publicKey)) }] }),
  RATE_LIMIT_SCALE: "1000",
  AUTH_LOG_LEVEL: "ERROR",
};

const moderators = new WeakMap<Product, Promise<Person>>();
let mails: Mail[] = [];
/** The status with which the mail provider refuses every mail; null: it accepts them. */
let mailFault: number | null = null;
/** How many of the next mails are accepted while their answer is lost. */
let answersLost = 0;
/** The address and the idempotency key of every try. */
let tries: { to: string; key: string }[] = [];
/** Every mail waits for this before it is accepted. */
let mailHold: Promise<unknown> = Promise.resolve();

export const PASSWORD = "Correct horse 7!";

/** An empty product with a mail box. `overrides` change settings. */
export function setupTest(overrides: Record<string, string> = {}): Product {
  for (const [name, value] of Object.entries({ ...settings, ...overrides })) vi.stubEnv(name, value);
  hashing.rounds = 10;
  mails = [];
  mailFault = null;
  answersLost = 0;
  tries = [];
  mailHold = Promise.resolve();
  vi.stubGlobal("fetch", takeMail);
  const t = convexTest({ schema, modules, transactionLimits: true });
  rateLimiter.register(t);
  return t;
}

/** From now on the mail provider refuses with this status; null: it works again. */
export function breakMail(status: number | null): void {
  mailFault = status;
}

/** For the next `count` tries the mail provider accepts the mail, and its answer is lost. */
export function loseMailAnswers(count: number): void {
  answersLost = count;
}

/** The idempotency keys of every try at mailing an address. */
export function mailKeys(email: string): string[] {
  return tries.filter(({ to }) => to === email).map(({ key }) => key);
}

/** From now on mails are accepted only when this is done. */
export function holdMail(until: Promise<unknown>): void {
  mailHold = until;
}

/** The mails to an address, newest first. */
export function mailsTo(email: string): Mail[] {
  return mails.filter((mail) => mail.to === email).reverse();
}

/** The digits of the newest code mailed to an address. */
export function codeFor(email: string): string {
  return inMail(email, /\b(\d{6})\b/, ({ subject }) => subject) ?? "no code was mailed";
}

/** The token of the newest reset link mailed to an address. */
export function tokenFor(email: string): string {
  return inMail(email, /https:\/\/app\.test\/reset-password\/(\S+)/, ({ text }) => text) ?? "no link was mailed";
}

/** Waits for all jobs that are scheduled for now, or `within` milliseconds from now, and for those that they schedule. */
export async function settled(t: Product, within = 0): Promise<void> {
  for (;;) {
    const jobs = await t.run(async (ctx) => await ctx.db.system.query("_scheduled_functions").collect());
    const open = jobs.filter(({ state }) => state.kind === "pending" || state.kind === "inProgress");
    if (!open.some(({ scheduledTime }) => scheduledTime <= Date.now() + within)) return;
    await new Promise((resolve) => setTimeout(resolve, within > 0 ? 100 : 1));
  }
}

/** Every row of every table of the product, as text. */
export async function everyRow(t: Product): Promise<string> {
  const tables = Object.keys(schema.tables) as (keyof typeof schema.tables)[];
  return JSON.stringify(
    await t.run(async (ctx) => await Promise.all(tables.map((table) => ctx.db.query(table).collect()))),
  );
}

/** Somebody with an account and nothing else. */
export async function newcomer(t: Product, name: string, password = PASSWORD): Promise<Person> {
  const email = addressOf(name);
  await t.action(api.auth.sendOtp, { email });
  await t.action(api.auth.verifyOtp, { email, otp: codeFor(email), password });
  return await signedIn(t, email, password);
}

/** Signs in by password, as an attendee or as a moderator. */
export async function signedIn(t: Product, email: string, password = PASSWORD, provider = "password"): Promise<Person> {
  const { tokens } = await t.action(api.auth.signIn, { provider, params: { email, password } });
  if (tokens === null) throw new Error(`${email} was not signed in`);
  const subject = String(decodeJwt(tokens.token).sub);
  const [userId] = subject.split("|") as [Id<"users">];
  return Object.assign(t.withIdentity({ subject, issuer: settings.CONVEX_SITE_URL }), { userId, email, ...tokens });
}

/** Somebody whose profile waits for a moderator. */
export async function applicant(t: Product, name: string, fields: Partial<ProfileInput> = {}): Promise<Person> {
  const person = await newcomer(t, name);
  const photoId = await pictureOf(t, person);
  await person.mutation(api.profiles.create, { profile: profileInput(name, { photoId, ...fields }) });
  return person;
}

/** Somebody whose profile is approved. */
export async function member(t: Product, name: string, fields: Partial<ProfileInput> = {}): Promise<Person> {
  const person = await applicant(t, name, fields);
  await approve(t, person);
  return person;
}

/** The moderator of this product, the same one each time; or another by name. */
export async function moderator(t: Product, name = "Moderator"): Promise<Person> {
  const enter = async () => {
    await t.action(internal.moderator.create, { email: addressOf(name), password: PASSWORD });
    return await signedIn(t, addressOf(name), PASSWORD, "moderator");
  };
  if (name !== "Moderator") return await enter();
  const known = moderators.get(t) ?? enter();
  moderators.set(t, known);
  return await known;
}

/** Lets a moderator approve the version that waits. */
export async function approve(t: Product, person: Person): Promise<void> {
  const id = await waitingVersion(t, person);
  await (await moderator(t)).mutation(api.moderator.decide, { id, approved: true });
}

/** The version of this person's profile that waits. Moderators do not see whose it is, so it is looked up in the table. */
export async function waitingVersion(t: Product, person: Person): Promise<Id<"submissions">> {
  const version = await t.run(
    async (ctx) =>
      await ctx.db
        .query("submissions")
        .withIndex("by_userId_and_status", (q) => q.eq("userId", person.userId).eq("status", "waiting"))
        .unique(),
  );
  if (version === null) throw new Error(`Nothing of ${person.email} waits`);
  return version._id;
}

/** Inserts a picture that somebody uploaded and that no profile shows yet. */
export async function pictureOf(t: Product, { userId }: Person): Promise<Id<"photos">> {
  return await t.run(async (ctx) => {
    const storageId = await ctx.storage.store(new Blob(["picture"], { type: "image/webp" }));
    return await ctx.db.insert("photos", { userId, storageId, key: crypto.randomUUID(), used: false });
  });
}

/** What the profile form sends for somebody of this name, by default a woman of 21 who is interested in everyone. */
export function profileInput(name: string, fields: Partial<ProfileInput> = {}): ProfileInput {
  return {
    name,
    age: 21,
    gender: "female",
    bio: `${name} likes late concerts.`,
    instagramHandle: `${name.toLowerCase().replace(/[^a-z0-9]/g, "")}.insta`,
    phoneNumber: "+919876543210",
    drinking: "Never",
    smoking: "Never",
    hobbies: ["Music 🎵"],
    interestedIn: "everyone",
    ...fields,
  };
}

/** The e-mail address of somebody of this name. */
export function addressOf(name: string): string {
  return `${name.toLowerCase().replace(/[^a-z0-9]+/g, ".")}@people.test`;
}

/** What the pattern finds in the newest mail that matches it. */
function inMail(email: string, pattern: RegExp, part: (mail: Mail) => string): string | undefined {
  return mailsTo(email)
    .map((mail) => pattern.exec(part(mail))?.[1])
    .find((found) => found !== undefined);
}

async function takeMail(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const { url, headers, body } = await read(new Request(input, init));
  await mailHold;
  if (url !== `${settings.RESEND_BASE_URL}/emails`) throw new Error(`A test may not call ${url}`);
  if (headers.get("authorization") !== `Bearer ${settings.RESEND_API_KEY}`) return Response.json({}, { status: 401 });
  if (mailFault !== null) {
    return Response.json({ statusCode: mailFault, name: "application_error", message: "fault" }, { status: mailFault });
  }
  const key = headers.get("idempotency-key") ?? "";
  if (!tries.some((taken) => taken.key === key)) mails.push(body);
  tries.push({ to: body.to, key });
  if (answersLost-- > 0) throw new TypeError("The line went dead.");
  return Response.json({ id: crypto.randomUUID() });
}

async function read(request: Request) {
  return { url: request.url, headers: request.headers, body: (await request.json()) as Mail };
}
