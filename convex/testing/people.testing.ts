/**
 * Signed-in people for tests. Their rows are inserted by the rules of a sign-up, a profile form and an approval, in one transaction
 * and without mails. Tests of those three use the public functions instead: `signsUp`, `signedIn`, `approve`.
 */
import { decodeJwt, importPKCS8, SignJWT } from "jose";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { findAccount } from "../model/auth/accounts";
import { hashPassword, type HashPermit } from "../model/auth/secrets";
import { numberNext } from "../model/deck/numbering";
import { carryOut, checkDecision } from "../model/moderation/moderation";
import { waitingVersionOf } from "../model/moderation/versions";
import { submitProfile } from "../model/profiles/profiles";
import { makeAccount } from "../model/signUp";
import { saveStaff, type StaffKind } from "../model/staff/staff";
import { codeFor } from "./mails.testing";
import { settings, type Product } from "./product.testing";
import { insertPicture, profileInput, waitingVersion, type ProfileInput } from "./profiles.testing";
import { learn } from "./watched.testing";

/** A signed-in person, who can call functions. */
export type Person = ReturnType<Product["withIdentity"]> & { userId: Id<"users">; email: string; subject: string };
/** A person who signed in by the form. */
export type SignedIn = Person & { token: string; refreshToken: string };

export const PASSWORD = "Correct horse 7!";
const SESSION_MS = 30 * 86_400_000;

const moderators = new WeakMap<Product, Promise<Person>>();
let secret: Promise<string> | undefined;

/** Creates a person with an account and nothing else. */
export async function newcomer(t: Product, name: string): Promise<Person> {
  const secret = await secretOf();
  return await enters(t, name, async (ctx, email) => await insertUser(ctx, email, secret));
}

/** Creates a person whose profile waits for a moderator. */
export async function applicant(t: Product, name: string, fields: Partial<ProfileInput> = {}): Promise<Person> {
  const secret = await secretOf();
  const profile = formOf(name, fields);
  const person = await enters(t, name, async (ctx, email) => await insertApplicant(ctx, email, secret, profile));
  learn(t, person.userId, { profile });
  return person;
}

/** Creates a person whose profile is approved. */
export async function member(t: Product, name: string, fields: Partial<ProfileInput> = {}): Promise<Person> {
  const [secret, { userId: desk }] = [await secretOf(), await moderator(t)];
  const profile = formOf(name, fields);
  const person = await enters(t, name, async (ctx, email) => {
    const userId = await insertApplicant(ctx, email, secret, profile);
    const id = (await waitingVersionOf(ctx, userId))?._id ?? "";
    await carryOut(ctx, desk, await checkDecision(ctx, { id, approved: true }));
    await numberAll(ctx);
    return userId;
  });
  learn(t, person.userId, { profile });
  return person;
}

/** Returns the product's default moderator, the same one each time, or makes one with the given name. */
export async function moderator(t: Product, name = "Moderator"): Promise<Person> {
  const known = name === "Moderator" ? moderators.get(t) : undefined;
  const made = known ?? staff(t, "moderator", name);
  if (name === "Moderator") moderators.set(t, made);
  return await made;
}

export async function organiser(t: Product, name = "Organiser"): Promise<Person> {
  return await staff(t, "organiser", name);
}

export async function signsUp(t: Product, name: string): Promise<SignedIn> {
  const email = addressOf(name);
  await t.action(api.auth.sendOtp, { email });
  await t.action(api.auth.verifyOtp, { email, otp: codeFor(email), password: PASSWORD });
  return await signedIn(t, email);
}

/** Signs in by password, as an attendee or as a member of staff (`moderator`). */
export async function signedIn(t: Product, email: string, password = PASSWORD, provider = "password") {
  const { tokens } = await t.action(api.auth.signIn, { provider, params: { email, password } });
  if (tokens === null) throw new Error(`${email} was not signed in`);
  return Object.assign(asPerson(t, String(decodeJwt(tokens.token).sub), email), tokens) satisfies SignedIn;
}

/** Returns a token of a session: `userId|sessionId`. */
export async function tokenOf({ subject }: Pick<Person, "subject">): Promise<string> {
  const key = await importPKCS8(settings.JWT_PRIVATE_KEY ?? "", "RS256");
  const token = new SignJWT({ sub: subject }).setProtectedHeader({ alg: "RS256" }).setAudience("convex");
  return await token
    .setIssuer(settings.CONVEX_SITE_URL ?? "")
    .setExpirationTime("1h")
    .sign(key);
}

/** Lets a moderator approve the waiting version. */
export async function approve(t: Product, person: Person): Promise<void> {
  const id = await waitingVersion(t, person);
  await (await moderator(t)).mutation(api.moderator.decide, { id, approved: true });
  await numbered(t);
}

/** Lets a moderator reject the waiting version. */
export async function reject(t: Product, person: Person, reason?: string): Promise<void> {
  const id = await waitingVersion(t, person);
  await (await moderator(t)).mutation(api.moderator.decide, { id, approved: false, ...(reason && { reason }) });
}

/** Numbers new deck entries, as the job does a moment later. */
export async function numbered(t: Product): Promise<void> {
  await t.run(numberAll);
}

/** Returns the e-mail address of a person of this name. The name may already be an address. */
export function addressOf(name: string): string {
  const [label = "", domain = "people.test"] = name.toLowerCase().split("@");
  return `${label.replace(/[^a-z0-9+]+/g, ".")}@${domain}`;
}

async function numberAll(ctx: MutationCtx): Promise<void> {
  while ((await ctx.db.query("unnumbered").first()) !== null) await numberNext(ctx, Infinity);
}

type Insert = (ctx: MutationCtx, email: string) => Promise<Id<"users">>;

/** Inserts a person and a session. */
async function enters(t: Product, name: string, insert: Insert): Promise<Person> {
  const email = addressOf(name);
  const subject = await t.run(async (ctx) => {
    const userId = await insert(ctx, email);
    const expirationTime = Date.now() + SESSION_MS;
    return `${userId}|${await ctx.db.insert("authSessions", { userId, expirationTime })}`;
  });
  const person = asPerson(t, subject, email);
  learn(t, person.userId, { email, password: PASSWORD });
  return person;
}

async function insertUser(ctx: MutationCtx, email: string, secret: string): Promise<Id<"users">> {
  await makeAccount(ctx, email, secret);
  return (await findAccount(ctx, "password", email))!.user._id;
}

async function insertApplicant(ctx: MutationCtx, email: string, secret: string, profile: ProfileInput) {
  const userId = await insertUser(ctx, email, secret);
  const photoId = profile.photoId ?? (await insertPicture(ctx, userId));
  await submitProfile(ctx, (await ctx.db.get("users", userId))!, { ...profile, photoId });
  return userId;
}

async function staff(t: Product, kind: StaffKind, name: string): Promise<Person> {
  const secret = await secretOf();
  return await enters(t, name, async (ctx, email) => {
    await saveStaff(ctx, kind, email, secret);
    return (await findAccount(ctx, "moderator", email))!.user._id;
  });
}

function asPerson(t: Product, subject: string, email: string): Person {
  const [userId] = subject.split("|") as [Id<"users">];
  return Object.assign(t.withIdentity({ subject, issuer: settings.CONVEX_SITE_URL }), { userId, email, subject });
}

function formOf(name: string, fields: Partial<ProfileInput>): ProfileInput {
  const [label = ""] = name.split("@");
  return profileInput(label, fields);
}

/** Returns everybody's password as stored. */
async function secretOf(): Promise<string> {
  secret ??= hashPassword({ permit: "password hash" } as HashPermit, PASSWORD);
  return await secret;
}
