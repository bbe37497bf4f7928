import { Download } from "lucide-react";
import { Button } from "../../../components/Button";
import { useExport } from "./useExport";
import { words } from "./words";

/** Downloads all orders as one file, or those of the shown day. */
export function ExportButton({ day }: { day: string | undefined }) {
  const { taken, take, stop } = useExport();
  return (
    <div className="flex flex-wrap items-center gap-x-4">
      {taken !== null && (
        <>
          <p role="status" className="tabular-nums">
            {words.taking(taken)}
          </p>
          <Button look="bare" onClick={stop}>
            {words.stop}
          </Button>
        </>
      )}
      <Button look="quiet" busy={taken !== null} onClick={() => void take(day)}>
        <Download aria-hidden className="size-4" />
        {day === undefined ? words.downloadAll : words.downloadDay}
      </Button>
    </div>
  );
}
