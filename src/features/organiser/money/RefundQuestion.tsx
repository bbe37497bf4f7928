import { useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useRef } from "react";
import { api } from "../../../../convex/_generated/api";
import { Button } from "../../../components/Button";
import { ConfirmDialog } from "../../../components/ConfirmDialog";
import { Dialog } from "../../../components/Dialog";
import { SkeletonBlock } from "../../../components/SkeletonBlock";
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

  if (purchase === undefined) return <Loading onClose={onClose} />;
  if (purchase === null)
    return <Answer title={words.refundUnknown} text={words.refundUnknownText} orderId={orderId} onClose={onClose} />;
  const nothing = nothingToSend(purchase);
  if (nothing !== null)
    return <Answer title={words.refundNothing} text={nothing} orderId={orderId} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={words.refundQuestion(money(purchase))}
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

/** Null: it can be refunded. A refund that the provider has not taken yet can be sent again. */
function nothingToSend({ status, given }: Purchase): string | null {
  if (status === "paid" || status === "refundDue") return null;
  if (status === "refunding" && !given?.taken) return null;
  return words.refundNothingText[status];
}

function Loading({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open title={words.refundLoading} onClose={onClose}>
      <SkeletonBlock className="h-48" />
    </Dialog>
  );
}

type AnswerProps = { title: string; text: string; orderId: string; onClose: () => void };

function Answer({ title, text, orderId, onClose }: AnswerProps) {
  const close = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open
      start={close}
      title={title}
      description={text}
      onClose={onClose}
      actions={
        <Button ref={close} look="quiet" onClick={onClose}>
          {words.close}
        </Button>
      }
    >
      <p className="text-note break-all text-soft">{orderId}</p>
    </Dialog>
  );
}
