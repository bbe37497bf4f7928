import { Download } from "lucide-react";
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { useEffect, useRef, useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { isoTime } from "../../../../convex/shared/festival";
import { Button } from "../../../components/Button";
import { useAction } from "../../../lib/acts";
import { BYTE_ORDER_MARK, csvLine } from "../../../lib/csv";
import { messageOf } from "../../../lib/errors";
import { currentFestival } from "../../../lib/festival";
import { saveFile } from "../../../lib/saveFile";
import { toast } from "../../../lib/toast";
import { words } from "./words";
import type { ListedOrder } from "./useMoney";

export function ExportButton({ day }: { day: string | undefined }) {
  const { taken, take, stop } = useExport();
  return (
    <div className="flex flex-wrap items-center gap-x-4">
      {taken !== null && (
        <>
          <p role="status" className="tabular-nums">
            {words.taking(taken)}
          </p>
          <Button variant="bare" onClick={stop}>
            {words.stop}
          </Button>
        </>
      )}
      <Button variant="quiet" busy={taken !== null} onClick={() => void take(day)}>
        <Download aria-hidden className="size-4" />
        {day === undefined ? words.downloadAll : words.downloadDay}
      </Button>
    </div>
  );
}

type Asked = FunctionArgs<typeof api.money.exportPart>;
type Part = FunctionReturnType<typeof api.money.exportPart>;

const always = { from: "2000-01-01", to: "9999-12-31" };

/** Downloads all orders, or a day's, part by part into one file. `taken`: orders fetched so far. Null: no export is running. */
function useExport() {
  const fetchPart = useAction(api.money.exportPart);
  const [taken, setTaken] = useState<number | null>(null);
  const attempt = useRef(0);
  useEffect(() => () => void (attempt.current += 1), []);

  const stop = () => {
    attempt.current += 1;
    setTaken(null);
  };
  const take = async (day: string | undefined): Promise<void> => {
    const span = day === undefined ? always : { from: day, to: day };
    const mine = (attempt.current += 1);
    const isCurrent = () => attempt.current === mine;
    const lines: string[] = [];
    setTaken(0);
    try {
      for (let cursor: string | null = null; ;) {
        const asked: Asked = { ...span, cursor };
        const part: Part = await fetchPart(asked);
        if (!isCurrent()) return;
        lines.push(...part.orders.map(lineOf));
        setTaken(lines.length);
        if (part.cursor === null) break;
        cursor = part.cursor;
      }
      finish(day, lines);
    } catch (error) {
      if (isCurrent()) toast.error(messageOf(error, words.takeFailed));
    } finally {
      if (isCurrent()) setTaken(null);
    }
  };
  return { taken, take, stop };
}

function finish(day: string | undefined, lines: string[]): void {
  if (lines.length === 0) {
    toast.note(words.takenNone);
    return;
  }
  const name = day === undefined ? "orders.csv" : `orders-${day}.csv`;
  saveFile(name, [BYTE_ORDER_MARK, csvLine(words.columns), ...lines], "text/csv");
  toast.success(words.taken(lines.length));
}

/** Returns an order as a CSV line. Times are in the festival's zone, amounts are decimals. */
function lineOf(order: ListedOrder): string {
  const { timeZone } = currentFestival();
  const time = (instant: number | null) => (instant === null ? "" : isoTime(timeZone, instant));
  const { orderId, providerId, feature, amount, currency, status, cause, createdAt, paidAt, given, refundedAt, buyer } =
    order;
  return csvLine([
    ...[orderId, providerId ?? "", words.features[feature], (amount / 100).toFixed(2), currency],
    ...[words.orderStatus[status], cause === null ? "" : words.causes[cause], time(createdAt), time(paidAt)],
    ...[time(given?.since ?? null), given?.by ?? "", time(refundedAt)],
    ...(buyer === null ? [words.goneBuyer, ""] : [buyer.name, buyer._id]),
  ]);
}
