import { Check, CircleDashed, Clock3, History, type LucideIcon, X } from "lucide-react";
import { classes } from "../../components/classes";
import { timeText } from "../../lib/clock";
import type { Verdict } from "./doorChecks";
import { words } from "./words";

/** The result of the last scan, readable at arm's length by colour, icon and word. Before the first scan, instructions. */
export function VerdictPanel({ verdict, number }: { verdict: Verdict | null; number: number }) {
  const { className, icon: Icon, title, text } = verdict === null ? idle : displayOf(verdict);
  return (
    <div
      role="status"
      aria-atomic
      data-verdict={verdict?.kind ?? "none"}
      className={classes("grid min-h-60 flex-1 place-items-center rounded-lg p-5 text-center", className)}
    >
      {/* The key remounts it for each scan, so a repeated verdict is animated and announced again. */}
      <div key={number} className="flex animate-arrive flex-col items-center gap-2">
        {Icon !== null && <Icon aria-hidden className="size-16" strokeWidth={2.5} />}
        <p className={Icon === null ? "text-lead" : "font-poster text-poster font-bold"}>{title}</p>
        {text !== null && <p className="text-title">{text}</p>}
      </div>
    </div>
  );
}

type Display = { className: string; icon: LucideIcon | null; title: string; text: string | null };

const idle: Display = {
  className: "border-2 border-dashed border-line text-soft",
  icon: null,
  title: words.lead,
  text: null,
};
const late = { className: "bg-marigold text-night", icon: History };
const wrong = { className: "bg-bad text-ground", icon: X };

const plain: Record<Exclude<Verdict["kind"], "already" | "released">, Display> = {
  checking: { className: "bg-sunken text-soft", icon: CircleDashed, title: words.checking, text: null },
  welcome: { className: "bg-good text-ground", icon: Check, title: words.welcome, text: null },
  unknown: { ...wrong, title: words.unknown, text: words.unknownText },
  failed: { ...wrong, title: words.failed, text: words.failedText },
  noted: { className: "bg-ink text-ground", icon: Clock3, title: words.noted, text: words.notedText },
};

function displayOf(verdict: Verdict): Display {
  if (!("at" in verdict)) return plain[verdict.kind];
  const time = timeText(verdict.at, "time");
  return verdict.kind === "already"
    ? { ...late, title: words.already, text: words.at(time) }
    : { ...late, title: words.released, text: words.releasedText(time) };
}
