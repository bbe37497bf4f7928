/** The rule of the refund page, for one purchase. The page itself takes its numbers from here. */
import { endOf, type Calendar } from "./festival.ts";

/** Money goes back within so many days of paying, if no larger share was used of the time that was paid for. */
export const refundRule = { days: 14, share: 0.2 } as const;

/** Why an order waits for a refund already, if it does: `refundCause` of the orders. */
type Cause = "twice" | "gone" | "mismatch" | "refundFailed";

/** How much of a purchase is used up. */
export type Use = {
  /** Days since it was paid, with their fraction. */
  days: number;
  /** Of the time from paying to the end of the last day, between 0 and 1. Null: the festival has no days yet. */
  share: number | null;
  /**
   * always: the page promises it, whatever was used; decided: it was given before, and the provider did not take it; inside,
   * beyond: the rule says yes, or no; inDays: within the days, and the share is not known.
   */
  rule: "always" | "decided" | "inside" | "beyond" | "inDays";
};

/** What was used at the time `now` (ms since 1970) of what was paid for at `paidAt`. A purchase lasts until the festival's end. */
export function usageOf(
  { paidAt, cause }: { paidAt: number; cause: Cause | null },
  calendar: Calendar,
  now: number,
): Use {
  const spent = Math.max(0, now - paidAt);
  const end = endOf(calendar);
  const share = end === null ? null : end <= paidAt ? 1 : Math.min(1, spent / (end - paidAt));
  return { days: spent / DAY, share, rule: ruleFor(cause, spent, share) };
}

const DAY = 86_400_000;

function ruleFor(cause: Cause | null, spent: number, share: number | null): Use["rule"] {
  if (cause === "refundFailed") return "decided";
  if (cause !== null) return "always";
  if (spent > refundRule.days * DAY) return "beyond";
  if (share === null) return "inDays";
  return share <= refundRule.share ? "inside" : "beyond";
}
