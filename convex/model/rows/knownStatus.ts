/**
 * What people may know of their own rows. Every response, export and mail takes the status from here. Its return types cannot express what
 * only staff may know.
 */
import type { Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { moderationStatus } from "../../validators/common";
import type { ownOrder } from "../../validators/payments";

/** Returns the status that a person may know of themselves. A person hidden by reports reads as approved, a newcomer as pending. */
export function knownStatus({ status }: Pick<Doc<"users">, "status">): Infer<typeof moderationStatus> {
  if (status === "none") return "pending";
  return status === "hidden" ? "approved" : status;
}

/** True for members: approved, whether hidden by reports or not. */
export function isMember(user: Pick<Doc<"users">, "status"> | null | undefined): boolean {
  return user !== null && user !== undefined && knownStatus(user) === "approved";
}

/** Returns an order's status as its buyer may know it. Only staff know the refund's status at the provider. */
export function knownOrderStatus({ status }: Pick<Doc<"orders">, "status">): Infer<typeof ownOrder>["status"] {
  return status === "refunding" ? "refundDue" : status;
}
