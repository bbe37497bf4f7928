import { useState } from "react";
import { refundRule, usageOf, type Use } from "../../../../convex/shared/refundRule";
import { classes } from "../../../components/classes";
import { Facts, type Fact } from "../../../components/Facts";
import { useFestival } from "../../../lib/festival";
import { money } from "../../../lib/money";
import { timeText } from "../../../lib/clock";
import type { Purchase } from "./RefundQuestion";
import { words } from "./words";

/** A purchase, and how much of it is used, against the refund page's rule. */
export function RefundFacts({ purchase }: { purchase: Purchase }) {
  const { orderId, name, feature, paidAt, cause } = purchase;
  const festival = useFestival();
  const [now] = useState(() => Date.now());
  const use = paidAt === null ? null : usageOf({ paidAt, cause }, festival, now);

  const facts: Fact[] = [
    [words.buyer, name ?? words.goneBuyer],
    [words.bought, words.boughtFor(words.features[feature], money(purchase))],
  ];
  if (paidAt !== null && use !== null) {
    const rule = (
      <span className={classes("font-semibold", use.rule === "beyond" ? "text-bad" : "text-good")}>
        {ruleText(use)}
      </span>
    );
    facts.push(
      [words.paidOn, words.ago(timeText(paidAt), rounded(use.days))],
      [words.used, use.share === null ? words.usedUnknown : words.usedShare(rounded(use.share * 100))],
      [
        words.refundRule,
        <>
          {cause !== null && `${words.causes[cause]}. `}
          {rule}
        </>,
      ],
    );
  }
  return <Facts className="flex flex-col gap-3" facts={[...facts, [words.orderNumber, orderId]]} />;
}

/** Rounds up, so that a value beyond a limit never reads like the limit. */
function rounded(value: number): number {
  return Math.ceil(value * 10 - ROUNDING_ERROR) / 10;
}

/** Far above that of a share, and far below a tenth of a percent. */
const ROUNDING_ERROR = 1e-6;

function ruleText({ rule }: Use): string {
  const percent = refundRule.share * 100;
  const { rules } = words;
  if (rule === "always" || rule === "decided") return rules[rule];
  return rule === "inDays" ? rules.inDays(refundRule.days) : rules[rule](refundRule.days, percent);
}
