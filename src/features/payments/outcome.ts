import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import { words } from "./words";

type Order = FunctionReturnType<typeof api.payments.order> | undefined;
type Answer = FunctionReturnType<typeof api.payments.verify>;

/** How far asking the provider has come. `refused` carries the sentence for the buyer. */
export type Asked =
  { status: "asking" } | { status: "answered"; answer: Answer } | { status: "refused"; message: string };

/** What the buyer sees. `waiting`: paid perhaps, not confirmed yet. `refund`: paid for nothing, and it comes back. */
export type Outcome = { kind: "verifying" | "waiting" | "refund" } | { kind: "success" | "failed"; message: string };

/** The live order outranks what asking gave: a webhook may settle it before, during or long after. */
export function outcomeOf(order: Order, asked: Asked): Outcome {
  if (order?.status === "paid") return { kind: "success", message: grantOf(order.feature) };
  if (order?.status === "refundDue" || order?.status === "refunded") return { kind: "refund" };
  if (asked.status === "asking") return { kind: "verifying" };
  if (asked.status === "refused") return { kind: "failed", message: asked.message };
  const { verified, pending, feature, message } = asked.answer;
  if (verified && feature !== null) return { kind: "success", message: message || grantOf(feature) };
  if (pending && order?.status !== "failed") return { kind: "waiting" };
  return { kind: "failed", message: message || words.paymentFailed };
}

function grantOf(feature: "unlimited_swipes" | "vip_boost"): string {
  return feature === "unlimited_swipes" ? words.unlimitedGranted : words.vipGranted;
}
