/**
 * What a person may know of their own rows. Every answer to the person, every export and every mail decision takes the status from
 * here: the return types cannot hold what only the staff may know.
 */
import type { Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { moderationStatus } from "../../validators/common";
import type { ownOrder } from "../../validators/payments";

/** Returns the status that the person themselves may know: someone hidden by reports is approved, a newcomer pending. */
export function knownStatus({ status }: Pick<Doc<"users">, "status">): Infer<typeof moderationStatus> {
  if (status === "none") return "pending";
  return status === "hidden" ? "approved" : status;
}

/** Whether somebody is a member: approved, hidden by reports or not. */
export function isMember(user: Pick<Doc<"users">, "status"> | null | undefined): boolean {
  return user !== null && user !== undefined && knownStatus(user) === "approved";
}

/** Returns the status of an order that its buyer may know: what the provider was told about a refund is the staff's. */
export function knownOrderStatus({ status }: Pick<Doc<"orders">, "status">): Infer<typeof ownOrder>["status"] {
  return status === "refunding" ? "refundDue" : status;
}
