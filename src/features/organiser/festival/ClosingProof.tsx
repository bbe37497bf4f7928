import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../../convex/_generated/api";
import { words } from "./closingWords";

export type Status = FunctionReturnType<typeof api.closing.status>;
type Step = Status["steps"][number];

const numberFormat = new Intl.NumberFormat("en-IN");

export function ClosingProof({ status: { phase, steps, proof } }: { status: Status }) {
  const nonEmpty = steps.filter(({ before, after = 0 }) => before > 0 || after > 0);
  return (
    <section className="flex min-w-0 flex-col gap-4">
      <h3 className="text-lead">{words.progress}</h3>
      {phase !== null && phase !== "done" && <Progress phase={phase} steps={steps} />}
      {phase === "done" && proof !== null && <ProofResult proof={proof} steps={steps} />}
      <p className="max-w-prose text-soft">{words.backups}</p>
      <details>
        <summary className="flex min-h-11 cursor-pointer items-center font-bold text-teal underline">
          {words.allTables}
        </summary>
        <table className="w-full text-left tabular-nums">
          <thead className="text-note text-soft">
            <tr className="border-b-2 border-line">
              <th className="py-2 pr-4 font-bold">{words.table}</th>
              <th className="py-2 pr-4 text-right font-bold">{words.before}</th>
              <th className="py-2 pr-4 text-right font-bold">{words.erased}</th>
              <th className="py-2 pr-4 text-right font-bold">{words.after}</th>
              <th className="py-2 font-bold max-sm:hidden">{words.why}</th>
            </tr>
          </thead>
          <tbody>
            {nonEmpty.map((step) => (
              <Row key={step.table} step={step} />
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

function Row({ step: { table, before, erased, after, kept } }: { step: Step }) {
  return (
    <tr className="border-b border-line">
      <th scope="row" className="py-1.5 pr-4 font-medium wrap-anywhere">
        {table === "_storage" ? words.files : table}
      </th>
      <td className="py-1.5 pr-4 text-right">{numberFormat.format(before)}</td>
      <td className="py-1.5 pr-4 text-right">{numberFormat.format(erased)}</td>
      <td className="py-1.5 pr-4 text-right">{after === undefined ? "" : numberFormat.format(after)}</td>
      <td className="py-1.5 text-note text-soft max-sm:hidden">{kept}</td>
    </tr>
  );
}

function Progress({ phase, steps }: { phase: "count" | "erase" | "check"; steps: Step[] }) {
  const toErase = steps.filter(({ kept }) => kept === null);
  const sum = (amountOf: (step: Step) => number) => toErase.reduce((total, step) => total + amountOf(step), 0);
  const erased = sum((step) => step.erased);
  const before = sum((step) => step.before);
  const percent = phase === "count" || before === 0 ? 0 : Math.min(100, Math.floor((100 * erased) / before));
  return (
    <div role="status" className="flex flex-col gap-2">
      <p className="font-semibold">
        {words.phases[phase]}
        {phase === "erase" && ` · ${words.percent(percent)}`}
      </p>
      <progress aria-label={words.phases[phase]} max={100} value={percent} className="h-2 w-full accent-teal" />
    </div>
  );
}

function ProofResult({
  proof: { picked, found, texts, left },
  steps,
}: {
  proof: NonNullable<Status["proof"]>;
  steps: Step[];
}) {
  const isClean = found.length === 0 && left === 0;
  const tables = [...new Set(found.map(({ table }) => table))].join(", ");
  const stepOf = (table: string) => steps.find((step) => step.table === table);
  const lines = [
    words.accountsGone(numberFormat.format(stepOf("users")?.erased ?? 0)),
    words.filesGone(numberFormat.format(stepOf("_storage")?.erased ?? 0)),
    words.ordersStay(numberFormat.format(stepOf("orders")?.after ?? 0)),
    found.length === 0 ? words.found(picked, numberFormat.format(texts)) : words.foundSome(found.length, tables),
    left === 0 ? words.noneLeft : words.left(left),
  ];
  return (
    <ul
      role="status"
      className={`flex max-w-prose flex-col gap-1 rounded-md border-2 px-4 py-3 ${isClean ? "border-teal bg-tealwash" : "border-bad bg-badwash"}`}
    >
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
