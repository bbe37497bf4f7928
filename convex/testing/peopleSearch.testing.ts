import type { FunctionArgs } from "convex/server";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { insertProfile } from "../model/rows/profiles";
import { profileInput } from "./profiles.testing";
import type { Person } from "./people.testing";
import type { Product } from "./product.testing";

type Filter = FunctionArgs<typeof api.people.list>["filter"];

/** Returns the names on the first page, or the addresses of people without a profile. */
export async function searchPeople(desk: Person, search: string, filter: Filter = {}): Promise<string[]> {
  return (await pageOf(desk, search, filter)).page.map(({ name, address }) => name || address);
}

export async function pageOf(desk: Person, search: string, filter: Filter = {}, cursor: string | null = null) {
  return await desk.query(api.people.list, { search, filter, paginationOpts: { cursor, numItems: 1 } });
}

/** Returns the names on all pages of a search, page by page. */
export async function allPages(desk: Person, search: string, filter: Filter = {}): Promise<string[][]> {
  const pages: string[][] = [];
  for (let cursor: string | null = null; ;) {
    const { page, isDone, continueCursor } = await pageOf(desk, search, filter, cursor);
    pages.push(page.map(({ name }) => name));
    if (isDone) return pages;
    cursor = continueCursor;
  }
}

/** Inserts members of these names as an approval would, because hundreds of sign-ups would take minutes. */
export async function registered(t: Product, names: string[]): Promise<Id<"users">[]> {
  return await t.run(async (ctx) => {
    const ids = [];
    for (const [i, name] of names.entries()) ids.push(await insertOne(ctx, name, i));
    return ids;
  });
}

async function insertOne(ctx: MutationCtx, name: string, i: number): Promise<Id<"users">> {
  const email = `${name.toLowerCase().replace(/\W/g, ".")}.${i}@crowd.test`;
  const userId = await ctx.db.insert("users", { kind: "user", email, status: "approved", rejections: 0 });
  const { bio, phoneNumber } = profileInput(name);
  const shown = { name, age: 21, gender: "female" as const, bio, instagramHandle: `h${i}.insta`, photoIds: [] };
  const free = { phoneNumber, drinking: "Never", smoking: "Never", hobbies: [], interestedIn: "everyone" } as const;
  await insertProfile(ctx, { ...shown, ...free, hobbies: [], userId });
  return userId;
}
