/** Internal functions: what the actions of `auth` do with proofs of work in the database. */
import { v } from "convex/values";
import { internalMutation } from "./_generated/server";
import { spend } from "./model/throttle/limits";

/** Uses a proof up, by the signature of its challenge. False: it was used before. */
export const use = internalMutation({
  args: { signature: v.string() },
  returns: v.boolean(),
  handler: async (ctx, { signature }) => (await spend(ctx, "proof", signature)) === null,
});
