/**
 * People for tests, made by the public functions: a mailed code, a password, a profile, a moderator's approval. Only a picture is
 * inserted directly, because decoding one needs Node and tests of rules do not.
 */
import { decodeJwt } from "jose";
import { api, internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { codeFor } from "./mails.testing";
import { numberNext } from "../model/deck/numbering";
import { settings, type Product } from "./product.testing";
import { pictureOf, profileInput, waitingVersion, type ProfileInput } from "./profiles.testing";

/** A signed-in person, who can call functions. */
export type Person = ReturnType<Product["withIdentity"]> & {
  userId: Id<"users">;
  email: string;
  token: string;
  refreshToken: string;
};

const moderators = new WeakMap<Product, Promise<Person>>();

export const PASSWORD = "Correct horse 7!";

/** A person with an account and nothing else. */
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

/** A person whose profile waits for a moderator. */
export async function applicant(t: Product, name: string, fields: Partial<ProfileInput> = {}): Promise<Person> {
  const person = await newcomer(t, name);
  const [label = ""] = name.split("@");
  const photoId = await pictureOf(t, person);
  await person.mutation(api.profiles.create, { profile: profileInput(label, { photoId, ...fields }) });
  return person;
}

/** A person whose profile is approved. */
export async function member(t: Product, name: string, fields: Partial<ProfileInput> = {}): Promise<Person> {
  const person = await applicant(t, name, fields);
  await approve(t, person);
  return person;
}

/** The moderator of this product, the same one each time, or another one by name. */
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

/** An organiser of this product, by name. */
export async function organiser(t: Product, name = "Organiser"): Promise<Person> {
  await t.action(internal.organiser.create, { email: addressOf(name), password: PASSWORD });
  return await signedIn(t, addressOf(name), PASSWORD, "moderator");
}

/** Lets a moderator approve the waiting version. */
export async function approve(t: Product, person: Person): Promise<void> {
  const id = await waitingVersion(t, person);
  await (await moderator(t)).mutation(api.moderator.decide, { id, approved: true });
  await numbered(t);
}

/** Numbers new deck entries, as the job does a moment later. */
export async function numbered(t: Product): Promise<void> {
  await t.run(async (ctx) => {
    while ((await ctx.db.query("unnumbered").first()) !== null) await numberNext(ctx, Infinity);
  });
}

/** Returns the e-mail address of a person of this name. A name may be an address itself. */
export function addressOf(name: string): string {
  const [label = "", domain = "people.test"] = name.toLowerCase().split("@");
  return `${label.replace(/[^a-z0-9+]+/g, ".")}@${domain}`;
}
