import { actionGeneric, anyApi, internalActionGeneric } from "convex/server";
import { ConvexError, v } from "convex/values";

const result = v.object({
  file: v.id("_storage"),
  stored: v.string(),
  refused: v.any(),
  who: v.any(),
  room: v.array(v.string()),
  /** When (ms) the thread was free again. */
  freeAt: v.number(),
});

/** Uses every feature of actions on the received bytes, and blocks its thread. */
export const publish = actionGeneric({
  args: { bytes: v.bytes(), room: v.string(), busyMs: v.number() },
  returns: result,
  handler: async (ctx, { bytes, room, busyMs }) => {
    console.log("publishes", bytes.byteLength);
    await ctx.runMutation(anyApi.messages!.send!, { room, body: "begun" });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, busyMs);
    const freeAt = Date.now();
    const file = await ctx.runAction(anyApi.large!.keep!, { bytes });
    const refused = await ctx
      .runMutation(anyApi.messages!.refuse!, { room })
      .catch((error: ConvexError<never>) => error.data);
    await ctx.runMutation(anyApi.messages!.send!, { room, body: "done" });
    await ctx.scheduler.runAfter(0, anyApi.messages!.send!, { room, body: "scheduled" });
    const stored = await (await ctx.storage.get(file))!.text();
    const who = (await ctx.auth.getUserIdentity())?.subject ?? null;
    // The scheduled one may have run already.
    const messages: string[] = await ctx.runQuery(anyApi.messages!.list!, { room });
    return { file, stored: stored.slice(0, 4), refused, who, room: messages.slice(0, 2), freeAt };
  },
});

export const keep = internalActionGeneric({
  args: { bytes: v.bytes() },
  returns: v.id("_storage"),
  handler: (ctx, { bytes }) => ctx.storage.store(new Blob([bytes], { type: "text/plain" })),
});

/** An id of a different table than declared, and an invalid one. */
export const mistaken = actionGeneric({
  args: { id: v.id("messages"), padding: v.string() },
  handler: async () => null,
});

export const refuse = actionGeneric({
  args: { padding: v.string() },
  handler: () => {
    throw new ConvexError({ code: "REFUSED" });
  },
});
