import type { ReactNode } from "react";
import { classes } from "../../components/classes";

/** The buttons of a decision: below each other in the desk's column, fixed at the bottom of a phone. */
export function ActionBar({ className, children }: { className: string; children: ReactNode }) {
  return <section className={classes(column, fixed, className)}>{children}</section>;
}

/** A press counts once the item has been on screen for half a second; it is as dim at once, so that nobody presses in vain. */
export const dimUntilSeen = "aria-disabled:opacity-50 aria-disabled:cursor-default";

const column = "flex gap-3";
const fixed =
  "max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-10 max-lg:flex-row max-lg:flex-wrap max-lg:border-t-2 " +
  "max-lg:border-line max-lg:bg-ground max-lg:p-3 max-lg:pb-[calc(0.75rem+env(safe-area-inset-bottom))] " +
  "[&>*]:max-lg:flex-1 [&>*]:max-lg:px-3";
