import { CircleAlert, CircleCheck } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { after } from "../lib/events";
import { currentToasts, TOASTS_ID, type Toast } from "../lib/toast";
import { useIsVisible } from "../lib/visibility";
import { classes } from "./classes";
import { words } from "./words";

/** Shows the toasts, newest first. A tab in the background keeps them until the person is back. */
export function Toasts() {
  const toasts = useSyncExternalStore(currentToasts.onChange, currentToasts.list);
  const isVisible = useIsVisible();
  const [place] = useState(() => Object.assign(document.createElement("div"), { id: TOASTS_ID }));
  // Beside the page's root, which cannot be used while a dialog is open. Before it, so that screen readers find it first.
  useEffect(() => {
    document.body.prepend(place);
    return () => place.remove();
  }, [place]);
  return createPortal(
    <section aria-live="polite" aria-label={words.toasts}>
      <ol className={column}>{isVisible && toasts.map((shown) => <ToastBox key={shown.number} shown={shown} />)}</ol>
    </section>,
    place,
  );
}

const durations = { error: 4000, info: 4000, success: 2000 };
/** Milliseconds in which a toast fades out. */
const FADE = 200;

function ToastBox({ shown }: { shown: Toast }) {
  const { kind, text } = shown;
  const duration = durations[kind];
  useEffect(() => after(duration + FADE, () => currentToasts.remove(shown)), [shown, duration]);
  return (
    <li data-toast className={classes(box, borders[kind])} style={{ animationDelay: `0s, ${duration}ms` }}>
      {kind === "error" && <CircleAlert aria-hidden className="size-5 shrink-0 text-bad" />}
      {kind === "success" && <CircleCheck aria-hidden className="size-5 shrink-0 text-good" />}
      {text}
    </li>
  );
}

/**
 * Below an announcement. On a phone between the buttons in the corners and below the ribbon of a lost connection; taps go through to the
 * screen below. On a wide screen below the tabs. While a dialog is open, in a corner, because they would cover its title.
 */
const column =
  "fixed inset-x-16 top-[calc(0.75rem+env(safe-area-inset-top)+var(--ribbon))] z-100 mx-auto flex flex-col gap-3.5 max-sm:pointer-events-none " +
  "max-sm:[body:has([data-offline])_&]:top-[calc(max(2.75rem,0.75rem+var(--ribbon))+env(safe-area-inset-top))] " +
  "sm:inset-x-0 sm:top-[calc(4.75rem+var(--ribbon))] sm:w-[22rem] " +
  "sm:[body:has([role=dialog])_&]:top-auto sm:[body:has([role=dialog])_&]:right-auto sm:[body:has([role=dialog])_&]:bottom-9 sm:[body:has([role=dialog])_&]:left-8";

const box =
  "flex w-full items-center gap-3 rounded-md border-2 bg-raised px-3 py-2 font-text text-note font-semibold wrap-anywhere text-ink shadow-lift " +
  "animate-[arrive_220ms_cubic-bezier(0.2,0.8,0.2,1)_both,fade_200ms_ease-in_reverse_forwards] sm:px-4 sm:py-3 sm:text-body";

const borders = { error: "border-bad", info: "border-line", success: "border-good" };
