import { useState } from "react";
import { shortCount } from "./numbersText";

type Props = {
  labels: string[];
  values: number[];
  /** A value, in full. */
  text: (value: number) => string;
};

/** Bars, which screen readers skip: the same is in the table beside them. A touch or the mouse shows a bar's value. */
export function BarChart({ labels, values, text }: Props) {
  const [pointed, setPointed] = useState<number | null>(null);
  const most = Math.max(1, ...values);
  const value = pointed === null ? undefined : values[pointed];
  return (
    <div aria-hidden className="text-note text-soft tabular-nums">
      <p className="flex justify-between gap-4">
        {shortCount(most)}
        {value !== undefined && (
          <span className="font-semibold text-ink">{`${labels[pointed ?? 0]} · ${text(value)}`}</span>
        )}
      </p>
      <ol className="flex h-32 border-y-2 border-line" onPointerLeave={() => setPointed(null)}>
        {values.map((value, at) => (
          <li
            key={labels[at]}
            onPointerEnter={() => setPointed(at)}
            className="flex flex-1 items-end px-px hover:bg-sunken"
          >
            <span className="w-full rounded-t-sm bg-teal" style={{ height: `${(100 * value) / most}%` }} />
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
