import { useEffect, useRef, useState, type ComponentProps, type ReactNode } from "react";
import { sentenceOf } from "./admin";

const baseStyle =
  "inline-flex min-h-11 items-center justify-center gap-1.5 rounded-md border px-3 text-sm font-medium md:min-h-9";
const variants = {
  plain: "border-line bg-raised hover:border-soft",
  main: "border-accent bg-accent text-onaccent hover:opacity-90",
  bad: "border-bad text-bad hover:bg-bad/10",
  quiet: "border-transparent text-soft hover:text-ink hover:bg-line/40",
};

export function Button({ variant = "plain", ...rest }: ComponentProps<"button"> & { variant?: keyof typeof variants }) {
  return <button type="button" {...rest} className={`${baseStyle} ${variants[variant]} ${rest.className ?? ""}`} />;
}

interface ConfirmButtonProps {
  label: string;
  /** The question after the first press. */
  confirmLabel: string;
  /** Names the item for screen readers, which do not see the button's position. */
  subject?: string;
  disabled: boolean;
  act: () => void;
}

/** Runs an irreversible action on the second press. Moving elsewhere after the first press cancels it. */
export function ConfirmButton({ label, confirmLabel, subject, disabled, act }: ConfirmButtonProps) {
  const [isConfirming, setConfirming] = useState(false);
  const text = isConfirming ? confirmLabel : label;
  const press = () => {
    setConfirming(!isConfirming);
    if (isConfirming) act();
  };
  return (
    <Button
      variant="bad"
      aria-label={subject === undefined ? undefined : `${text} ${subject}`}
      disabled={disabled}
      onBlur={() => setConfirming(false)}
      onClick={press}
    >
      {text}
    </Button>
  );
}

interface PagerProps {
  /** The cursors of the pages up to this one. The first is null. */
  cursors: (string | null)[];
  go: (cursors: (string | null)[]) => void;
  page: { isDone: boolean; continueCursor: string };
  next?: string;
  children?: ReactNode;
}

/** The foot of a page: previous, next and other actions. */
export function Pager({ cursors, go, page, next = "Next", children }: PagerProps) {
  return (
    <footer className="flex flex-wrap items-center gap-2">
      <Button disabled={cursors.length === 1} onClick={() => go(cursors.slice(0, -1))}>
        Back
      </Button>
      <span className="text-soft tabular-nums">Page {cursors.length}</span>
      <Button disabled={page.isDone} onClick={() => go([...cursors, page.continueCursor])}>
        {next}
      </Button>
      {children}
    </footer>
  );
}

export const input = "min-h-11 w-full rounded-md border border-line bg-raised px-2.5 text-sm md:min-h-9";
export const textArea = `${input} py-2 font-mono text-[13px] leading-5`;

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: Record<Value, string>;
  change: (value: Value) => void;
  className?: string;
}

export function Choice<Value extends string>({ label, value, options, change, className = "" }: ChoiceProps<Value>) {
  return (
    <select
      aria-label={label}
      className={`min-h-11 rounded-md border border-line bg-raised px-2 md:min-h-9 ${className}`}
      value={value}
      onChange={(event) => change(event.target.value as Value)}
    >
      {Object.entries<string>(options).map(([name, text]) => (
        <option key={name} value={name}>
          {text}
        </option>
      ))}
    </select>
  );
}

export function Search({
  label,
  searchText,
  change,
}: {
  label: string;
  searchText: string;
  change: (searchText: string) => void;
}) {
  return (
    <input
      className={input}
      type="search"
      aria-label={label}
      placeholder={label}
      value={searchText}
      onChange={(event) => change(event.target.value)}
    />
  );
}

export function matchesSearch(name: string, searchText: string): boolean {
  return name.toLowerCase().includes(searchText.trim().toLowerCase());
}

export function Labelled({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) {
  return (
    <label className="grid gap-1">
      <span className="flex flex-wrap items-baseline gap-x-2 font-medium">
        {label}
        {hint !== undefined && <code className="text-xs font-normal text-soft">{hint}</code>}
      </span>
      {children}
    </label>
  );
}

export function Problem({ error }: { error: unknown }) {
  return (
    <p
      role="alert"
      className="rounded-md border border-bad/50 bg-bad/10 p-3 font-mono text-[13px] whitespace-pre-wrap text-bad"
    >
      {sentenceOf(error)}
    </p>
  );
}

export function Empty({ children }: { children: ReactNode }) {
  return <p className="rounded-md border border-dashed border-line p-6 text-center text-soft">{children}</p>;
}

export function Waiting() {
  return (
    <div role="status" aria-label="Loading" className="grid gap-2">
      {[80, 60, 70].map((width) => (
        <div key={width} className="h-5 rounded bg-line/60 motion-safe:animate-pulse" style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}

export function Loaded<T>({ result, children }: { result: T | Error | undefined; children: (value: T) => ReactNode }) {
  if (result === undefined) return <Waiting />;
  if (result instanceof Error) return <Problem error={result} />;
  return children(result);
}

export function Heading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className="flex min-h-9 flex-wrap items-center justify-between gap-2">
      <h1 className="text-lg font-semibold">{title}</h1>
      <div className="flex flex-wrap items-center gap-2">{children}</div>
    </header>
  );
}

/** A modal dialog, with the browser's own focus and Escape. */
export function Dialog({ title, close, children }: { title: string; close: () => void; children: ReactNode }) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => ref.current?.showModal(), []);
  return (
    <dialog
      ref={ref}
      onClose={close}
      aria-label={title}
      className="m-auto max-h-[92dvh] w-[min(46rem,94vw)] rounded-lg border border-line bg-ground p-4 text-ink"
    >
      <div className="grid gap-3">
        <header className="flex items-start justify-between gap-3">
          <h2 className="text-base font-semibold">{title}</h2>
          <Button variant="quiet" onClick={close}>
            Close
          </Button>
        </header>
        {children}
      </div>
    </dialog>
  );
}

/**
 * A table that scrolls sideways. The keyboard scrolls it too, since browsers focus scrollable regions. A column without a name contains the
 * row's actions.
 */
export function Grid({ label, head, children }: { label: string; head: string[]; children: ReactNode }) {
  return (
    <div role="region" aria-label={label} className="overflow-x-auto rounded-md border border-line bg-raised">
      <table className="w-full border-collapse text-left text-[13px] wrap-break-word">
        <thead className="border-b border-line text-soft">
          <tr>
            {head.map((name) =>
              name === "" ? (
                <td key={name} />
              ) : (
                <th key={name} scope="col" className="px-3 py-2 font-medium whitespace-nowrap">
                  {name}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody className="divide-y divide-line/70">{children}</tbody>
      </table>
    </div>
  );
}

export const cell = "px-3 py-1.5 align-top";

const UNITS = ["B", "KiB", "MiB", "GiB"];

export function sizeText(bytes: number): string {
  const unit = UNITS.findLastIndex((_, at) => at === 0 || bytes >= 1024 ** at);
  return `${unit === 0 ? bytes : (bytes / 1024 ** unit).toFixed(1)} ${UNITS[unit]}`;
}

/** Local time to the second. The tooltip has the full time. */
export function Time({ at }: { at: number }) {
  const date = new Date(at);
  return (
    <time dateTime={date.toISOString()} title={date.toISOString()} className="whitespace-nowrap tabular-nums">
      {date.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "medium" })}
    </time>
  );
}
