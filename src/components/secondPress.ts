import type { MouseEvent as Press } from "react";

/** How long after a press in a dialog, in ms, and how near to it, in px, a press is the second one of a double press. */
const WITHIN = 500;
const NEAR = 32;

/** The last press in a dialog. */
let last: Pick<MouseEvent, "clientX" | "clientY" | "timeStamp"> | null = null;

/**
 * Handles every press in a dialog. If a double press closes the dialog, its second press would hit what is below, such as a swipe button.
 * That press is ignored outside of dialogs.
 */
export function ignoreSecondPress({ nativeEvent }: Press): void {
  // Keys press where nobody points.
  if (nativeEvent.detail === 0) return;
  last = nativeEvent;
  window.addEventListener("click", ignore, { capture: true });
}

function ignore(press: MouseEvent): void {
  const isInDialog = press.target instanceof Element && press.target.closest("[role=dialog]") !== null;
  if (isInDialog || last === null) return;
  const isNear = Math.hypot(press.clientX - last.clientX, press.clientY - last.clientY) <= NEAR;
  if (!isNear || press.timeStamp - last.timeStamp > WITHIN) return;
  press.preventDefault();
  press.stopPropagation();
}
