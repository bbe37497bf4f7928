import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import { products, type Feature } from "../../../convex/shared/prices";
import { words } from "./words";

type Order = FunctionReturnType<typeof api.payments.order> | undefined;
type Verification = FunctionReturnType<typeof api.payments.verify>;

/** The state of the verification request. `refused` has the message for the buyer. */
export type VerifyRequest =
  | { status: "sent" }
  | { status: "answered"; verification: Verification }
  | { status: "refused"; message: string };

/**
 * The result that the buyer sees. `unconfirmed`: not confirmed by the bank yet. `cancelled`: the buyer left before paying. `refund`: the
 * money goes back.
 */
export type Outcome =
  | { kind: "verifying" | "unconfirmed" | "cancelled" }
  | { kind: "success"; feature: Feature; message: string }
  | { kind: "failed" | "refund"; message: string };

/** The live order overrides the verification result: a webhook may settle it before, during or long after the request. */
export function outcomeOf(order: Order, request: VerifyRequest): Outcome {
  if (order?.status === "paid") return granted(order.feature);
  if (request.status === "sent") return { kind: "verifying" };
  if (order?.status === "refundDue" || order?.status === "refunded")
    return { kind: "refund", message: messageIn(request) };
  if (request.status === "refused") return { kind: "failed", message: request.message };
  const { verified, pending, cancelled, feature, message } = request.verification;
  if (verified && feature !== null) return granted(feature, message);
  if (pending && order?.status !== "failed") return { kind: "unconfirmed" };
  if (cancelled) return { kind: "cancelled" };
  return { kind: "failed", message: message || words.paymentFailed };
}

function messageIn(request: Exclude<VerifyRequest, { status: "sent" }>): string {
  return request.status === "refused" ? request.message : request.verification.message;
}

function granted(feature: Feature, message = ""): Outcome {
  return { kind: "success", feature, message: message || products[feature].thanks };
}
