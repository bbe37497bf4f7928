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
  const { fetchedCount, startExport, stopExport } = useExport();
  return (
    <div className="flex flex-wrap items-center gap-x-4">
      {fetchedCount !== null && (
        <>
          <p role="status" className="tabular-nums">
            {words.taking(fetchedCount)}
          </p>
          <Button variant="bare" onClick={stopExport}>
            {words.stop}
          </Button>
        </>
      )}
      <Button variant="quiet" busy={fetchedCount !== null} onClick={() => void startExport(day)}>
        <Download aria-hidden className="size-4" />
        {day === undefined ? words.downloadAll : words.downloadDay}
      </Button>
    </div>
  );
}

type Args = FunctionArgs<typeof api.money.exportPart>;
type Part = FunctionReturnType<typeof api.money.exportPart>;

const allDays = { from: "2000-01-01", to: "9999-12-31" };

/** Downloads all orders, or a day's, part by part into one file. `fetchedCount`: orders fetched so far. Null: no export is running. */
function useExport() {
  const fetchPart = useAction(api.money.exportPart);
  const [fetchedCount, setFetchedCount] = useState<number | null>(null);
  const attempt = useRef(0);
  useEffect(() => () => void (attempt.current += 1), []);

  const stopExport = () => {
    attempt.current += 1;
    setFetchedCount(null);
  };
  const startExport = async (day: string | undefined): Promise<void> => {
    const range = day === undefined ? allDays : { from: day, to: day };
    const thisAttempt = (attempt.current += 1);
    const isCurrent = () => attempt.current === thisAttempt;
    const lines: string[] = [];
    setFetchedCount(0);
    try {
      for (let cursor: string | null = null; ;) {
        const args: Args = { ...range, cursor };
        const part: Part = await fetchPart(args);
        if (!isCurrent()) return;
        lines.push(...part.orders.map(lineOf));
        setFetchedCount(lines.length);
        if (part.cursor === null) break;
        cursor = part.cursor;
      }
      finish(day, lines);
    } catch (error) {
      if (isCurrent()) toast.error(messageOf(error, words.takeFailed));
    } finally {
      if (isCurrent()) setFetchedCount(null);
    }
  };
  return { fetchedCount, startExport, stopExport };
}

function finish(day: string | undefined, lines: string[]): void {
  if (lines.length === 0) {
    toast.info(words.takenNone);
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
  const { orderId, providerId, feature, amount, currency, status, cause, createdAt, paidAt, given, refundedAt } = order;
  const { buyer, isDemo } = order;
  return csvLine([
    ...[orderId, providerId ?? "", words.features[feature], (amount / 100).toFixed(2), currency],
    ...[words.orderStatus[status], cause === null ? "" : words.causes[cause], time(createdAt), time(paidAt)],
    ...[time(given?.since ?? null), given?.by ?? "", time(refundedAt)],
    ...(buyer === null ? [words.goneBuyer, ""] : [buyer.name, buyer._id]),
    isDemo ? words.demoOrder : "",
  ]);
}
