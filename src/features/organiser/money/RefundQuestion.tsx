import { useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useRef, useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { refundRule, usageOf, type Usage } from "../../../../convex/shared/refundRule";
import { Button } from "../../../components/Button";
import { classes } from "../../../components/classes";
import { ConfirmDialog } from "../../../components/ConfirmDialog";
import { Dialog } from "../../../components/Dialog";
import { Facts, type Fact } from "../../../components/Facts";
import { SkeletonBlock } from "../../../components/ScreenSkeleton";
import { timeText } from "../../../lib/clock";
import { useFestival } from "../../../lib/festival";
import { money } from "../../../lib/money";
import { words } from "./words";

type Purchase = NonNullable<FunctionReturnType<typeof api.payments.purchase>>;

type Props = { orderId: string; onClose: () => void; onRefund: () => void };

/**
 * Asks before a refund, which cannot be undone. Shows the purchase, and its usage compared with the refund rule. If nothing can be
 * refunded, says why.
 */
export function RefundQuestion({ orderId, onClose, onRefund }: Props) {
  const purchase = useQuery(api.payments.purchase, { orderId });
  const closeButton = useRef<HTMLButtonElement>(null);
  const [title, text] = titleOf(purchase);

  if (!purchase || text !== undefined) {
    return (
      <Dialog
        open
        initialFocus={closeButton}
        title={title}
        {...(text !== undefined && { description: text })}
        onClose={onClose}
        actions={
          <Button ref={closeButton} variant="quiet" onClick={onClose}>
            {words.close}
          </Button>
        }
      >
        {purchase === undefined ? (
          <SkeletonBlock className="h-48" />
        ) : (
          <p className="text-note break-all text-soft">{orderId}</p>
        )}
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      title={title}
      description={purchase.status === "refunding" ? words.refundAgainText : words.refundText(purchase.name)}
      confirm={words.refund}
      onConfirm={() => {
        onClose();
        onRefund();
      }}
      onClose={onClose}
    >
      <RefundFacts purchase={purchase} />
    </ConfirmDialog>
  );
}

/** Returns the title and, if nothing can be refunded, the reason. A refund that the provider has not accepted can be sent again. */
function titleOf(purchase: Purchase | null | undefined): [title: string, text?: string] {
  if (purchase === undefined) return [words.refundLoading];
  if (purchase === null) return [words.refundUnknown, words.refundUnknownText];
  const { status, given } = purchase;
  const isOpen = status === "paid" || status === "refundDue" || (status === "refunding" && !given?.taken);
  return isOpen ? [words.refundQuestion(money(purchase))] : [words.refundNothing, words.refundNothingText[status]];
}

function RefundFacts({ purchase }: { purchase: Purchase }) {
  const { orderId, name, feature, paidAt, cause } = purchase;
  const festival = useFestival();
  const [now] = useState(() => Date.now());
  const usage = paidAt === null ? null : usageOf({ paidAt, cause }, festival, now);

  const facts: Fact[] = [
    [words.buyer, name ?? words.goneBuyer],
    [words.bought, words.boughtFor(words.features[feature], money(purchase))],
  ];
  if (paidAt !== null && usage !== null) {
    const rule = (
      <span className={classes("font-semibold", usage.rule === "beyond" ? "text-bad" : "text-good")}>
        {ruleText(usage)}
      </span>
    );
    facts.push(
      [words.paidOn, words.ago(timeText(paidAt), rounded(usage.days))],
      [words.used, usage.share === null ? words.usedUnknown : words.usedShare(rounded(usage.share * 100))],
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

/** Rounds up to a tenth, so a value beyond a limit never looks like the limit. */
function rounded(value: number): number {
  return Math.ceil(value * 10 - ROUNDING_ERROR) / 10;
}

/** Above floating-point errors, and far below a tenth of a percent. */
const ROUNDING_ERROR = 1e-6;

function ruleText({ rule }: Usage): string {
  const percent = refundRule.share * 100;
  const { rules } = words;
  if (rule === "always" || rule === "decided") return rules[rule];
  return rule === "inDays" ? rules.inDays(refundRule.days) : rules[rule](refundRule.days, percent);
}
