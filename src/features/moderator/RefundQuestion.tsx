import { useRef } from "react";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { money } from "../../lib/money";
import { type RefundRow } from "./useRefund";
import { words } from "./words";

/** The order to refund. One that was typed in is known by its number alone. */
export type RefundTarget = { orderId: string } & Partial<Pick<RefundRow, "amount" | "currency" | "name">>;

type Props = { target: RefundTarget | null; onClose: () => void; onRefund: (orderId: string) => void };

/** Asks before a refund, because money that was sent does not come back. */
export function RefundQuestion({ target, onClose, onRefund }: Props) {
  const cancel = useRef<HTMLButtonElement>(null);

  if (target === null) return null;
  const { orderId, amount, currency, name } = target;
  const sum = amount === undefined || currency === undefined ? null : money({ amount, currency });
  return (
    <Dialog
      open
      start={cancel}
      onClose={onClose}
      title={words.refundQuestion(sum)}
      description={words.refundText(name ?? null)}
      actions={
        <>
          <Button
            look="danger"
            onClick={() => {
              onClose();
              onRefund(orderId);
            }}
          >
            {words.refund}
          </Button>
          <Button ref={cancel} look="quiet" onClick={onClose}>
            {words.cancel}
          </Button>
        </>
      }
    >
      <p className="break-all text-note text-soft">{orderId}</p>
    </Dialog>
  );
}
