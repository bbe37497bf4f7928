import { useState } from "react";
import { Button } from "../../../components/Button";
import { TextField } from "../../../components/TextField";
import { words } from "./words";
import { FIRST, LAST, useExport } from "./useExport";

/** All orders as one file, or those of some days. */
export function ExportPanel() {
  const [span, setSpan] = useState({ from: "", to: "" });
  const [mistake, setMistake] = useState<string>();
  const { taken, take, stop } = useExport();

  const start = () => {
    const [from, to] = [span.from || FIRST, span.to || LAST];
    setMistake(from > to ? words.daysTurned : undefined);
    if (from <= to) void take({ from, to });
  };
  return (
    <section className="mt-12 max-w-xl border-t-2 border-line pt-6">
      <h2 className="text-lead">{words.take}</h2>
      <p className="mb-3 text-soft">{words.takeText}</p>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          start();
        }}
      >
        <div className="grid grid-cols-2 gap-3">
          <TextField
            type="date"
            label={words.from}
            error={mistake}
            value={span.from}
            onChange={({ target }) => setSpan({ ...span, from: target.value })}
          />
          <TextField
            type="date"
            label={words.to}
            value={span.to}
            onChange={({ target }) => setSpan({ ...span, to: target.value })}
          />
        </div>
        <div className="flex flex-wrap items-center gap-4">
          <Button type="submit" look="quiet" busy={taken !== null}>
            {words.download}
          </Button>
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
        </div>
      </form>
    </section>
  );
}
