import { internalQueryGeneric, mutationGeneric, paginationOptsValidator, queryGeneric } from "convex/server";
import { ConvexError, v } from "convex/values";

export const list = queryGeneric({
  args: { room: v.string() },
  handler: async (ctx, { room }) => {
    const messages = await ctx.db
      .query("messages")
      .withIndex("by_room", (q) => q.eq("room", room))
      .collect();
    return messages.map((message) => message.body as string);
  },
});

export const page = queryGeneric({
  args: { paginationOpts: paginationOptsValidator },
  handler: (ctx, { paginationOpts }) => ctx.db.query("messages").paginate(paginationOpts),
});

export const send = mutationGeneric({
  args: { room: v.string(), body: v.string() },
  handler: async (ctx, { room, body }) => {
    console.log("sent", body);
    await ctx.db.insert("messages", { room, body });
  },
});

/** Moves in one transaction, so that no reader sees the message in both rooms or in none. */
export const move = mutationGeneric({
  args: { from: v.string(), to: v.string() },
  handler: async (ctx, { from, to }) => {
    const message = await ctx.db
      .query("messages")
      .withIndex("by_room", (q) => q.eq("room", from))
      .first();
    if (message !== null) await ctx.db.patch("messages", message._id, { room: to });
  },
});

/** Writes, then fails, so the write must be rolled back. */
export const refuse = mutationGeneric({
  args: { room: v.string() },
  handler: async (ctx, { room }) => {
    await ctx.db.insert("messages", { room, body: "never seen" });
    throw new ConvexError({ code: "REFUSED", room });
  },
});

export const crash = queryGeneric({
  args: {},
  handler: () => {
    throw new Error("a bug");
  },
});

export const values = queryGeneric({
  args: {},
  handler: () => ({ int: 12n, nan: Number.NaN, bytes: new Uint8Array([1, 2]).buffer, text: "é\u2028" }),
});

export const big = queryGeneric({
  args: { megabytes: v.number() },
  handler: (_, { megabytes }) => Array.from({ length: megabytes }, (__, i) => String(i % 10).repeat(1_000_000)),
});

export const me = queryGeneric({ args: {}, handler: (ctx) => ctx.auth.getUserIdentity() });

export const setting = queryGeneric({ args: {}, handler: () => process.env.GREETING ?? null });

export const count = internalQueryGeneric({
  args: {},
  handler: async (ctx) => (await ctx.db.query("messages").collect()).length,
});
