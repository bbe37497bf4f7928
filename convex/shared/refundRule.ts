/** The refund page's rule, for one purchase. The page takes its numbers from here. */
import { endOf, type Calendar } from "./festival.ts";
import { DAY } from "./durations.ts";

/** Money goes back within this many days of paying, if at most this share of the paid time was used. */
export const refundRule = { days: 14, share: 0.2 } as const;

/** Why an order already waits for a refund: `refundCause` of the orders. */
type Cause = "twice" | "gone" | "mismatch" | "refundFailed";

/** How much of a purchase is used up. */
export type Usage = {
  /** Days since payment, with their fraction. */
  days: number;
  /** The used share of the time from payment to the end of the last day, 0 to 1. Null: the festival has no days yet. */
  share: number | null;
  /**
   * always: the page promises a refund, however much was used. decided: a refund was given before, but the provider did not accept it.
   * inside, beyond: the rule allows a refund, or not. inDays: within the days, but the used share is unknown.
   */
  rule: "always" | "decided" | "inside" | "beyond" | "inDays";
};

/** Returns the used part of a purchase made at `paidAt`, at `now` (ms since 1970). A purchase lasts until the festival's end. */
export function usageOf(
  { paidAt, cause }: { paidAt: number; cause: Cause | null },
  calendar: Calendar,
  now: number,
): Usage {
  const elapsed = Math.max(0, now - paidAt);
  const end = endOf(calendar);
  const share = end === null ? null : end <= paidAt ? 1 : Math.min(1, elapsed / (end - paidAt));
  return { days: elapsed / DAY, share, rule: ruleFor(cause, elapsed, share) };
}

function ruleFor(cause: Cause | null, elapsed: number, share: number | null): Usage["rule"] {
  if (cause === "refundFailed") return "decided";
  if (cause !== null) return "always";
  if (elapsed > refundRule.days * DAY) return "beyond";
  if (share === null) return "inDays";
  return share <= refundRule.share ? "inside" : "beyond";
}
