/** Members and a moderator inserted directly, for tests that need thousands. The public functions would take too long. */
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { Person } from "./people.testing";
import type { Product } from "./product.testing";

export type Buyer = { person: Pick<Person, "query" | "mutation" | "action">; userId: Id<"users">; gone: boolean };

/** Inserts `count` approved members and a moderator. All can call functions. */
export async function everyoneOf(t: Product, count: number): Promise<{ buyers: Buyer[]; moderator: Buyer }> {
  const ids = await t.run(async (ctx) => {
    const buyers = [];
    for (let i = 0; i < count; i += 1) buyers.push(await member(ctx, `Buyer ${i}`));
    return { buyers, moderator: await account(ctx, "moderator", "Moderator") };
  });
  return { buyers: ids.buyers.map((id) => asBuyer(t, id)), moderator: asBuyer(t, ids.moderator) };
}

type Ids = { userId: Id<"users">; sessionId: Id<"authSessions"> };

function asBuyer(t: Product, { userId, sessionId }: Ids): Buyer {
  return { person: t.withIdentity({ subject: `${userId}|${sessionId}` }), userId, gone: false };
}

async function account(ctx: MutationCtx, kind: "user" | "moderator", name: string): Promise<Ids> {
  const email = `${name.replace(" ", ".")}@people.test`;
  const userId = await ctx.db.insert("users", { kind, email, status: "approved", rejections: 0 });
  const expirationTime = Date.now() + 365 * 86_400_000;
  return { userId, sessionId: await ctx.db.insert("authSessions", { userId, expirationTime }) };
}

async function member(ctx: MutationCtx, name: string): Promise<Ids> {
  const ids = await account(ctx, "user", name);
  const storageId = await ctx.storage.store(new Blob(["picture"]));
  const photoId = await ctx.db.insert("photos", { userId: ids.userId, storageId, key: name, used: true });
  await ctx.db.insert("profiles", {
    userId: ids.userId,
    name,
    age: 21,
    gender: "female",
    bio: "",
    instagramHandle: "buyer",
    photoIds: [photoId],
    phoneNumber: "9876543210",
    drinking: "Never",
    smoking: "Never",
    hobbies: [],
    interestedIn: "everyone",
  });
  return ids;
}
