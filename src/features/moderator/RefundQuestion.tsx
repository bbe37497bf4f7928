import { ConfirmDialog } from "../../components/ConfirmDialog";
import { money } from "../../lib/money";
import type { RefundRow } from "./useRefund";
import { words } from "./words";

/** The order to refund. One that was typed in is known by its number alone. */
export type RefundTarget = { orderId: string } & Partial<Pick<RefundRow, "amount" | "currency" | "name">>;

type Props = { target: RefundTarget | null; onClose: () => void; onRefund: (orderId: string) => void };

/** Asks before a refund, because money that was sent does not come back. */
export function RefundQuestion({ target, onClose, onRefund }: Props) {
  if (target === null) return null;
  const { orderId, amount, currency, name } = target;
  const sum = amount === undefined || currency === undefined ? null : money({ amount, currency });
  return (
    <ConfirmDialog
      start="cancel"
      title={words.refundQuestion(sum)}
      description={words.refundText(name ?? null)}
      confirm={words.refund}
      cancel={words.cancel}
      onConfirm={() => {
        onClose();
        onRefund(orderId);
      }}
      onClose={onClose}
    >
      <p className="break-all text-note text-soft">{orderId}</p>
    </ConfirmDialog>
  );
}
