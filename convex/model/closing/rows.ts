/** Which rows stay, in tables that hold attendees and staff. */
import type { Doc, TableNames } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { erasures, type Erasure } from "./erasures";

/** The tables that lose only some of their rows. */
type Mixed = { [T in TableNames]: (typeof erasures)[T] extends "people" ? T : never }[TableNames];

/** Stored files, treated as a table. */
export const FILES = "_storage";

/** These change while they are counted. */
const ownTables: readonly TableNames[] = ["erasureRuns", "closingCanaries"];

/** Everything that is erased, in order. Files go last, after the rows that name them. */
export const tables: readonly (TableNames | typeof FILES)[] = [
  ...(Object.keys(erasures) as TableNames[]).filter((table) => !ownTables.includes(table)),
  FILES,
];

export function erasureOf(table: TableNames | typeof FILES): Erasure {
  return table === FILES ? "all" : erasures[table];
}

/** True if a row contains nothing of an attendee. */
export async function stays(ctx: QueryCtx, table: TableNames | typeof FILES, row: object): Promise<boolean> {
  const erasure = erasureOf(table);
  if (erasure === "all") return false;
  if (erasure !== "people") return "kept" in erasure || !("userId" in row) || row.userId === undefined;
  return await ofStaff[table as Mixed](ctx, row as never);
}

const ofStaff: { [T in Mixed]: (ctx: QueryCtx, row: Doc<T>) => Promise<boolean> } = {
  users: async (_, { kind }) => kind !== "user",
  authAccounts: async (ctx, { userId }) => await isStaff(ctx, userId),
  authSessions: async (ctx, { userId }) => await isStaff(ctx, userId),
  authRefreshTokens: async (ctx, { sessionId }) => {
    const session = await ctx.db.get("authSessions", sessionId);
    return session !== null && (await isStaff(ctx, session.userId));
  },
  // A deleted user was an attendee, or a former member of staff.
  incidents: async (ctx, { by, about, orderId }) => {
    return orderId === undefined && (await isNobodyElse(ctx, by)) && (await isNobodyElse(ctx, about));
  },
};

async function isNobodyElse(ctx: QueryCtx, id: string | undefined): Promise<boolean> {
  return id === undefined || (await isStaff(ctx, id));
}

async function isStaff(ctx: QueryCtx, id: string): Promise<boolean> {
  const userId = ctx.db.normalizeId("users", id);
  const user = userId && (await ctx.db.get("users", userId));
  return user !== null && user.kind !== "user";
}
