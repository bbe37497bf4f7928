import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import type { Feature } from "../../../convex/shared/prices";
import { words } from "./words";

type Order = FunctionReturnType<typeof api.payments.order> | undefined;
type Answer = FunctionReturnType<typeof api.payments.verify>;

/** How far asking the provider has come. `refused` carries the sentence for the buyer. */
export type Asked =
  { status: "asking" } | { status: "answered"; answer: Answer } | { status: "refused"; message: string };

/** What the buyer sees. `waiting`: paid perhaps, not confirmed yet. `refund`: paid for nothing, and it comes back. */
export type Outcome =
  | { kind: "verifying" | "waiting" }
  | { kind: "success"; feature: Feature; message: string }
  | { kind: "failed" | "refund"; message: string };

/** The live order outranks what asking gave: a webhook may settle it before, during or long after. */
export function outcomeOf(order: Order, asked: Asked): Outcome {
  if (order?.status === "paid") return granted(order.feature);
  if (asked.status === "asking") return { kind: "verifying" };
  if (order?.status === "refundDue" || order?.status === "refunded") return { kind: "refund", message: said(asked) };
  if (asked.status === "refused") return { kind: "failed", message: asked.message };
  const { verified, pending, feature, message } = asked.answer;
  if (verified && feature !== null) return granted(feature, message);
  if (pending && order?.status !== "failed") return { kind: "waiting" };
  return { kind: "failed", message: message || words.paymentFailed };
}

function said(asked: Exclude<Asked, { status: "asking" }>): string {
  return asked.status === "refused" ? asked.message : asked.answer.message;
}

function granted(feature: Feature, message = ""): Outcome {
  return { kind: "success", feature, message: message || grants[feature] };
}

const grants: Record<Feature, string> = {
  unlimited_swipes: words.unlimitedGranted,
  vip_boost: words.vipGranted,
};
