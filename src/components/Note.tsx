import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "./classes";

type Props = { variant?: keyof typeof variants; role?: "status" | "alert"; className?: string; children: ReactNode };

/** A framed remark inside a screen: information or an error. */
export function Note({ variant = "plain", role = "status", className, children }: Props) {
  return (
    <div
      role={role}
      dir="auto"
      className={classes("rounded-md border-2 px-4 py-3 wrap-anywhere", variants[variant], className)}
    >
      {children}
    </div>
  );
}

/** A confirmation that stays while the form is open. A toast would be gone in two seconds. */
export function Confirmed({ title, children }: { title: string; children: string }) {
  return (
    <Note variant="good" className="flex items-start gap-3">
      <CircleCheck aria-hidden className="mt-0.5 size-6 shrink-0 text-good" />
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        <p className="text-soft">{children}</p>
      </div>
    </Note>
  );
}

/** A quote of a person, such as a moderator's reason. */
export function Quote({ label, children }: { label: string; children: ReactNode }) {
  return (
    <blockquote className="w-full rounded-md border-2 border-line bg-raised px-4 py-3 text-left">
      <p className="text-note text-soft">{label}</p>
      <p dir="auto" className="mt-1 break-words whitespace-pre-line">
        {children}
      </p>
    </blockquote>
  );
}

const variants = {
  plain: "border-line bg-raised",
  teal: "border-teal bg-tealwash",
  good: "border-good bg-raised",
  bad: "border-bad bg-badwash",
};
