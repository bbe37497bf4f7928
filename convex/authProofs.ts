/** Internal functions: the database part of proofs of work, for the actions of `auth`. */
import { v } from "convex/values";
import { internalMutation } from "./_generated/server";
import { spend } from "./model/throttle/limits";

/** Uses up a proof, named by its challenge's signature. Returns false if it was used before. */
export const use = internalMutation({
  args: { signature: v.string() },
  returns: v.boolean(),
  handler: async (ctx, { signature }) => (await spend(ctx, "proof", signature)) === null,
});
