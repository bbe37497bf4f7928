/** People for tests of deck, swipes and matches, and their acts. */
import { api, internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { enterDeck } from "../model/deck/deck";
import { member, numbered, type Person } from "./people.testing";
import { setupTest, type Product } from "./product.testing";
import type { ProfileInput } from "./profiles.testing";
import type { Gender, Interest } from "../shared/options";

/** The fields of a man's profile form. */
export const aMan = { gender: "male", interestedIn: "female" } as const;

/** Creates an approved man who is interested in women. */
export async function man(t: Product, name: string, fields: Partial<ProfileInput> = {}): Promise<Person> {
  return await member(t, name, { ...aMan, ...fields });
}

/** Creates an approved woman who is interested in men. */
export async function woman(t: Product, name: string, fields: Partial<ProfileInput> = {}): Promise<Person> {
  return await member(t, name, { gender: "female", interestedIn: "male", ...fields });
}

/** Creates Asha and Ravi, who are in each other's decks. `fields`: of Ravi's profile. */
export async function pair(t = setupTest(), fields: Partial<ProfileInput> = {}) {
  return { t, asha: await woman(t, "Asha"), ravi: await man(t, "Ravi", fields) };
}

/** Creates Asha, and men in her deck: `Man 1` and so on. */
export async function ashaAndMen(count: number) {
  const t = setupTest();
  return { t, asha: await woman(t, "Asha"), men: await several(man, t, "Man", count) };
}

/** Creates several people, one after the other, with numbered names. */
export async function several(
  kind: (t: Product, name: string) => Promise<Person>,
  t: Product,
  name: string,
  count: number,
): Promise<Person[]> {
  const people: Person[] = [];
  for (let i = 1; i <= count; i += 1) people.push(await kind(t, `${name} ${i}`));
  return people;
}

export type Kind = {
  gender: Gender;
  interestedIn: Interest;
  tier?: "gold" | "vip";
  age?: number;
  ageRange?: { min: number; max: number };
};

const defaults = {
  age: 21,
  bio: "Likes late concerts.",
  instagramHandle: "some.body",
  phoneNumber: "+919876543210",
  drinking: "Never",
  smoking: "Never",
  hobbies: ["Music 🎵"],
} satisfies Partial<Doc<"profiles">>;

/** Adds men with VIP, with Gold and without a tier, in turn. */
export async function menOfAllTiers(t: Product, count: number): Promise<Person[]> {
  const kinds: Kind[] = [{ ...aMan, tier: "vip" }, { ...aMan, tier: "gold" }, aMan];
  return await crowd(
    t,
    Array.from({ length: count }, (_, i) => kinds[i % kinds.length]!),
  );
}

/** Inserts approved members as an approval would, because hundreds of sign-ups would take minutes. */
export async function crowd(t: Product, kinds: Kind[]): Promise<Person[]> {
  const people: Person[] = [];
  for (let from = 0; from < kinds.length; from += 20) {
    const inserted = await t.run(async (ctx) => {
      const some = [];
      for (const [i, kind] of kinds.slice(from, from + 20).entries())
        some.push(await insertMember(ctx, `Person ${from + i}`, kind));
      return some;
    });
    for (const { userId, sessionId } of inserted) {
      const subject = `${userId}|${sessionId}`;
      const person = t.withIdentity({ subject, issuer: "https://site.test" });
      people.push(Object.assign(person, { userId, email: "", subject }));
    }
  }
  await numbered(t);
  return people;
}

async function insertMember(ctx: MutationCtx, name: string, { tier, ...fit }: Kind) {
  const far = Date.now() + 365 * 86_400_000;
  const userId = await ctx.db.insert("users", { kind: "user", email: name, status: "approved", rejections: 0 });
  const sessionId = await ctx.db.insert("authSessions", { userId, expirationTime: far });
  const storageId = await ctx.storage.store(new Blob(["picture"], { type: "image/webp" }));
  const photoId = await ctx.db.insert("photos", { userId, storageId, key: name, used: true });
  const bought = { ...(tier === "gold" && { premiumPurchasedAt: 1 }), ...(tier === "vip" && { vipPurchasedAt: 1 }) };
  const profileId = await ctx.db.insert("profiles", {
    ...defaults,
    ...fit,
    ...bought,
    name,
    photoIds: [photoId],
    userId,
  });
  const row = await ctx.db.get("profiles", profileId);
  if (row !== null) await enterDeck(ctx, row);
  return { userId, sessionId };
}

/** Lets a person buy Gold (unlimited swipes) or VIP (boost). */
export async function buys(t: Product, { userId }: Person, feature: "unlimited_swipes" | "vip_boost"): Promise<string> {
  const orderId = `order_${crypto.randomUUID()}`;
  await t.mutation(internal.payments.open, { orderId, userId, feature });
  await t.mutation(internal.payments.settle, { orderId });
  await numbered(t);
  return orderId;
}

export async function gold(t: Product, person: Person): Promise<Person> {
  await buys(t, person, "unlimited_swipes");
  return person;
}

export async function vip(t: Product, person: Person): Promise<Person> {
  await buys(t, person, "vip_boost");
  return person;
}

/** Swipes right. */
export async function likes(one: Person, other: Person) {
  return await one.mutation(api.swipes.swipe, { profileId: other.userId, liked: true });
}

/** Swipes left. */
export async function dislikes(one: Person, other: Person) {
  return await one.mutation(api.swipes.swipe, { profileId: other.userId, liked: false });
}

/** Matches two people. Returns the match's id. */
export async function match(one: Person, other: Person) {
  await likes(one, other);
  const answer = await likes(other, one);
  if (!answer.match) throw new Error("Two likes made no match");
  return answer.matchId;
}

export async function disappears(t: Product, { userId }: Person, status: "hidden" | "suspended" = "hidden") {
  await t.run(async (ctx) => {
    const entries = ctx.db.query("deckEntries").withIndex("by_userId_and_audience", (q) => q.eq("userId", userId));
    for (const { _id } of await entries.collect()) await ctx.db.delete("deckEntries", _id);
    await ctx.db.patch("users", userId, { status });
  });
}

/** Takes a swipe back. */
export async function undo(one: Person, { userId }: Pick<Person, "userId">): Promise<null> {
  return await one.mutation(api.swipes.undo, { profileId: userId });
}
