import { useState } from "react";
import { salesOf } from "../../../../convex/shared/numbers";
import { rupees } from "../../../lib/money";
import { countText, fromText, shortCount } from "./numbersText";
import { words } from "./numbersWords";
import type { Span } from "./useNumbers";

type Chart = { title: string; valueIn: (span: Span) => number; text?: (value: number) => string };

const charts: Chart[] = [
  { title: words.mostPeople, valueIn: ({ people }) => people },
  { title: words.signUps, valueIn: ({ counts }) => counts.signUps },
  {
    title: words.salesInRupees,
    valueIn: ({ counts }) => salesOf(counts) / 100,
    text: (value) => rupees(100 * value),
  },
];

/** The charts for planning staff and sales, each with a table. Empty ones are hidden. The download has every count. */
export function NumbersCharts({ spans }: { spans: Span[] }) {
  return (
    <div className="mt-8 grid gap-x-10 gap-y-8 md:grid-cols-3">
      {charts
        .filter(({ valueIn }) => spans.some((span) => valueIn(span) > 0))
        .map((chart) => (
          <OverTime key={chart.title} {...chart} spans={spans} />
        ))}
    </div>
  );
}

function OverTime({ title, valueIn, text = countText, spans }: Chart & { spans: Span[] }) {
  const labels = spans.map(({ from }) => fromText(from));
  const values = spans.map(valueIn);
  return (
    <figure className="min-w-0">
      <figcaption className="mb-2 font-bold">{title}</figcaption>
      <BarChart labels={labels} values={values} text={text} />
      <details className="mt-1">
        <summary className="inline-flex min-h-11 items-center rounded-sm text-note font-semibold text-soft underline underline-offset-4 hover:text-ink">
          {words.table}
          <span className="sr-only">{words.tableOf(title)}</span>
        </summary>
        <table className="w-full text-note tabular-nums">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr className="border-b-2 border-line text-left">
              <th scope="col" className="py-1 font-semibold">
                {words.when}
              </th>
              <th scope="col" className="py-1 text-right font-semibold">
                {words.howMany}
              </th>
            </tr>
          </thead>
          <tbody>
            {labels.map((label, i) => (
              <tr key={label} className="border-b border-line">
                <th scope="row" className="py-1 text-left font-normal">
                  {label}
                </th>
                <td className="py-1 text-right">{text(values[i] ?? 0)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

type BarProps = {
  labels: string[];
  values: number[];
  text: (value: number) => string;
};

/** A bar chart, hidden from screen readers, which read the table below. Pointing at a bar shows its value. */
function BarChart({ labels, values, text }: BarProps) {
  const [hovered, setHovered] = useState<number | null>(null);
  const max = Math.max(1, ...values);
  const value = hovered === null ? undefined : values[hovered];
  return (
    <div aria-hidden className="text-note text-soft tabular-nums">
      <p className="flex justify-between gap-4">
        {shortCount(max)}
        {value !== undefined && (
          <span className="font-semibold text-ink">{`${labels[hovered ?? 0]} · ${text(value)}`}</span>
        )}
      </p>
      <ol className="flex h-32 border-y-2 border-line" onPointerLeave={() => setHovered(null)}>
        {values.map((value, index) => (
          <li
            key={labels[index]}
            onPointerEnter={() => setHovered(index)}
            className="flex flex-1 items-end px-px hover:bg-sunken"
          >
            <span className="w-full rounded-t-sm bg-teal" style={{ height: `${(100 * value) / max}%` }} />
          </li>
        ))}
      </ol>
      <p className="flex justify-between">
        <span>{labels[0]}</span>
        {labels.length > 2 && <span>{labels[Math.floor(labels.length / 2)]}</span>}
        {labels.length > 1 && <span>{labels.at(-1)}</span>}
      </p>
    </div>
  );
}
