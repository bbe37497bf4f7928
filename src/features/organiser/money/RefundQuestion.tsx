import { useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useRef } from "react";
import { api } from "../../../../convex/_generated/api";
import { Button } from "../../../components/Button";
import { ConfirmDialog } from "../../../components/ConfirmDialog";
import { Dialog } from "../../../components/Dialog";
import { SkeletonBlock } from "../../../components/ScreenSkeleton";
import { money } from "../../../lib/money";
import { RefundFacts } from "./RefundFacts";
import { words } from "./words";

/** An order as shown before its refund. */
export type Purchase = NonNullable<FunctionReturnType<typeof api.payments.purchase>>;

type Props = { orderId: string; onClose: () => void; onRefund: () => void };

/**
 * Asks before a refund, because money that was sent does not come back: who bought what, and how much of it is used against the
 * rule of the refund page. An order that has nothing to send back says why.
 */
export function RefundQuestion({ orderId, onClose, onRefund }: Props) {
  const purchase = useQuery(api.payments.purchase, { orderId });
  const close = useRef<HTMLButtonElement>(null);
  const [title, text] = titleOf(purchase);

  if (!purchase || text !== undefined) {
    return (
      <Dialog
        open
        start={close}
        title={title}
        {...(text !== undefined && { description: text })}
        onClose={onClose}
        actions={
          <Button ref={close} look="quiet" onClick={onClose}>
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

/** The title, and why nothing can be sent back. A refund that the provider has not taken yet can be sent again. */
function titleOf(purchase: Purchase | null | undefined): [title: string, text?: string] {
  if (purchase === undefined) return [words.refundLoading];
  if (purchase === null) return [words.refundUnknown, words.refundUnknownText];
  const { status, given } = purchase;
  const isOpen = status === "paid" || status === "refundDue" || (status === "refunding" && !given?.taken);
  return isOpen ? [words.refundQuestion(money(purchase))] : [words.refundNothing, words.refundNothingText[status]];
}
