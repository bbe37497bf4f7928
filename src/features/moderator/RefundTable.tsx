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
  onRefund?: (row: RefundRow) => void;
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
              <p className="truncate font-semibold">{row.name ?? words.goneBuyer}</p>
              <p className="text-note text-soft">
                {words.features[row.feature]}
                {row.paidAt !== null && ` · ${timeOf(row.paidAt)}`}
              </p>
            </div>
            <div className="min-w-0 max-md:order-last max-md:col-span-2">
              {row.cause !== null && <p>{words.causes[row.cause]}</p>}
              <p className="truncate text-note text-soft select-all">{row.orderId}</p>
            </div>
            <p className="text-right text-lead font-semibold tabular-nums">{money(row)}</p>
            <div className="max-md:order-last max-md:col-span-2 md:text-right">
              {onRefund === undefined ? (
                <Badge look={row.status === "refunding" ? "teal" : "plain"}>{words.refundStatus[row.status]}</Badge>
              ) : (
                <Button
                  look="quiet"
                  className="max-md:w-full"
                  busy={sending === row.orderId}
                  onClick={() => onRefund(row)}
                >
                  {words.refund}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
