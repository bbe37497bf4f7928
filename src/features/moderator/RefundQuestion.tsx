import { useRef } from "react";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { money } from "../../lib/money";
import { type RefundRow } from "./useRefund";
import { words } from "./words";

/** The order that is asked about; one that was typed in is known by its number alone. */
export type Asked = { orderId: string } & Partial<Pick<RefundRow, "amount" | "currency" | "name">>;

type Props = { asked: Asked | null; onClose: () => void; onRefund: (orderId: string) => void };

/** Money that left does not come back, so it is asked for once more. */
export function RefundQuestion({ asked, onClose, onRefund }: Props) {
  const cancel = useRef<HTMLButtonElement>(null);

  if (asked === null) return null;
  const { orderId, amount, currency, name } = asked;
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
