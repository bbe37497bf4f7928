import { BadgeCheck } from "lucide-react";
import type { ReactNode } from "react";
import type { Badges } from "../../convex/shared/prices";
import { classes } from "./classes";
import { words } from "./words";

/** A small label: `gold` and `vip` for purchases, the others for states. */
export function Badge({
  variant = "plain",
  title,
  children,
}: {
  variant?: "plain" | "teal" | "bad" | "gold" | "vip";
  title?: string;
  children: ReactNode;
}) {
  return (
    <span
      title={title}
      className={classes(
        "inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 font-text text-note font-bold whitespace-nowrap",
        variants[variant],
      )}
    >
      {children}
    </span>
  );
}

export function GoldTick({ className }: { className?: string }) {
  return (
    <span
      role="img"
      aria-label={words.goldMember}
      title={words.goldMember}
      className={classes("inline-flex", className)}
    >
      <BadgeCheck aria-hidden className="size-[0.85em] fill-[#2f7bff] text-paper" strokeWidth={2.2} />
    </span>
  );
}

/** The badges of what a person has bought. Gold has the tick beside the name. */
export function ProductBadges({ isVIP }: Badges) {
  return isVIP && <Badge variant="vip">{words.vip}</Badge>;
}

const variants = {
  plain: "bg-sunken text-soft",
  teal: "bg-tealwash text-teal",
  bad: "bg-badwash text-bad",
  gold: "gold",
  vip: "border border-white/50 bg-linear-to-r from-[#dfe6f3] to-[#aeb9d2] text-night",
} as const;
