import { Check, RotateCcw, X } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "../../components/classes";
import { Title } from "../../components/Title";
import { useFestival } from "../../lib/festival";
import { goldInk } from "./BuyButton";
import { words } from "./words";

type Props = {
  /** The stamp on the ticket: none, paid, void, or refunded. */
  stamp: "open" | "paid" | "void" | "back";
  title: string;
  /** True while the outcome is unknown. */
  busy?: boolean;
  children: ReactNode;
  action?: ReactNode;
};

/** The outcome of a payment, below a stamped ticket. */
export function Receipt({ stamp, title, busy = false, children, action }: Props) {
  return (
    <div
      data-night
      className="relative isolate grid min-h-[calc(100dvh-var(--bar))] place-items-center overflow-hidden bg-night px-5 py-10 text-paper md:min-h-[calc(100dvh-4rem)]"
    >
      <Title>{title}</Title>
      <div aria-hidden className="absolute inset-0 -z-10 stagelight" />
      <section
        role={stamp === "void" ? "alert" : "status"}
        aria-busy={busy || undefined}
        className="flex w-full max-w-sm animate-arrive flex-col items-center gap-5 text-center"
      >
        <Ticket stamp={stamp} busy={busy} />
        <h1 className={classes("text-poster", stamp === "paid" && goldInk)}>{title}</h1>
        <p className="text-lead text-paper/85">{children}</p>
        {action !== undefined && <div className="mt-2 flex w-full max-w-xs flex-col gap-3">{action}</div>}
      </section>
    </div>
  );
}

function Ticket({ stamp, busy }: { stamp: Props["stamp"]; busy: boolean }) {
  const Icon = stamps[stamp];
  const { name } = useFestival();
  return (
    <div
      aria-hidden
      className={classes(
        "mb-3 flex w-64 -rotate-3 overflow-hidden rounded-md shadow-lift",
        stamp === "paid" ? "gold" : "bg-nightraised text-paper/60",
        busy && "animate-breathe",
      )}
    >
      <div className="flex-1 border-r-2 border-dashed border-current/40 p-4 text-left">
        <p className="font-poster text-title font-extrabold">{name}</p>
        <p className="mt-1 text-note font-bold">{words.forFestival}</p>
      </div>
      <div className="grid w-20 place-items-center">
        {Icon !== null && (
          <span className="grid size-14 animate-[stamp_420ms_var(--ease-out)_both] place-items-center rounded-full border-4 border-current">
            <Icon className="size-8" strokeWidth={3.4} />
          </span>
        )}
      </div>
    </div>
  );
}

const stamps = { open: null, paid: Check, void: X, back: RotateCcw } as const;
