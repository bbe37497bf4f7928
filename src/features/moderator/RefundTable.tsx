import { Badge } from "../../components/Badge";
import { Button } from "../../components/Button";
import { money } from "../../lib/money";
import { timeOf } from "./Facts";
import type { RefundRow } from "./useRefund";
import { words } from "./words";

type Props = {
  title: string;
  rows: RefundRow[];
  /** The order that is being refunded just now. */
  sending: string | null;
  onRefund: (orderId: string) => void;
};

/** One order a line; on a phone one a block. */
export function RefundTable({ title, rows, sending, onRefund }: Props) {
  return (
    <section>
      <h2 className="mb-2 text-body">{title}</h2>
      <ul className="border-t-2 border-line">
        {rows.map((row) => (
          <li
            key={row.orderId}
            className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 border-b border-line py-2 md:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_5rem_10rem]"
          >
            <div className="min-w-0">
              <p dir="auto" className="font-semibold wrap-anywhere">
                {row.name ?? words.goneBuyer}
              </p>
              <p className="text-note text-soft">
                {words.features[row.feature]}
                {row.paidAt !== null && ` · ${timeOf(row.paidAt)}`}
              </p>
            </div>
            <div className="min-w-0 max-md:order-last max-md:col-span-2">
              {row.cause !== null && <p>{words.causes[row.cause]}</p>}
              {row.given !== null && (
                <p className="text-note text-soft">{words.givenBy(row.given.by, timeOf(row.given.since))}</p>
              )}
              <p className="text-note break-all text-soft select-all">{row.orderId}</p>
            </div>
            <p className="text-right text-lead font-semibold tabular-nums">{money(row)}</p>
            <div className="max-md:order-last max-md:col-span-2 md:text-right">
              <RefundState row={row} isSending={sending === row.orderId} onRefund={onRefund} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

type StateProps = {
  row: Pick<RefundRow, "orderId" | "given"> & { status: string };
  isSending: boolean;
  onRefund: (orderId: string) => void;
};

/** What can be done about an order's money, or how far it is. A refund that the provider has not taken yet may be sent again. */
export function RefundState({ row: { orderId, status, given }, isSending, onRefund }: StateProps) {
  const waits = status === "refunding" && !given?.taken;
  if (status === "refunding" && !waits) return <Badge look="teal">{words.refundStatus.refunding}</Badge>;
  if (status === "refunded") return <Badge>{words.refundStatus.refunded}</Badge>;
  if (status === "open" || status === "failed") return null;
  return (
    <>
      {waits && <Badge look="teal">{words.refundWaits}</Badge>}
      <Button look="quiet" className="max-md:w-full" busy={isSending} onClick={() => onRefund(orderId)}>
        {waits ? words.refundAgain : words.refund}
      </Button>
    </>
  );
}
