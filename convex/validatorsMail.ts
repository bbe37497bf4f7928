import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { contactMessage } from "./validators";
import { feature } from "./validatorsPayments";

const toPerson = { userId: v.id("users") };
const newsMails = [
  v.object({ kind: v.literal("approval"), ...toPerson }),
  v.object({
    kind: v.literal("rejection"),
    ...toPerson,
    /** Of a change, what was public before stays so. */
    of: literals("profile", "change"),
    reason: v.optional(v.string()),
    signUpsLeft: v.number(),
  }),
  v.object({
    kind: v.literal("receipt"),
    ...toPerson,
    feature,
    /** Minor units. */
    amount: v.number(),
    currency: v.string(),
    orderId: v.string(),
    paidAt: v.number(),
  }),
  v.object({ kind: v.literal("newLikes"), ...toPerson }),
] as const;

/** A mail on its way: what it says, and so whom it goes to. That person's address is looked up when it leaves. */
export const mail = v.union(
  ...newsMails,
  /** Of nobody: the address has no account, and asking for a link took the same steps. */
  v.object({ kind: v.literal("reset"), userId: v.union(v.id("users"), v.null()) }),
  /** To the organisers. */
  v.object({ kind: v.literal("contact"), messageId: v.id("messages") }),
);

/** A try at handing a mail over: all that it says, and where it goes; null: to the organisers. */
export const mailTry = v.object({
  mail: v.union(
    ...newsMails,
    v.object({ kind: v.literal("reset"), ...toPerson }),
    v.object({ kind: v.literal("contact"), message: contactMessage }),
  ),
  to: v.union(v.string(), v.null()),
  tries: v.number(),
});
