import type { MouseEvent as Press } from "react";

/** How long after a press in a dialog, in ms, and how near to it, in px, a press is the second one of a double press. */
const [WITHIN, NEAR] = [500, 32];

/** The last press in a dialog. */
let last: Pick<MouseEvent, "clientX" | "clientY" | "timeStamp"> | null = null;

/**
 * Handler for every press in a dialog. The second press of a double press on a button that closes the dialog would go to what is
 * below, to a swipe for instance, that nobody meant: such a press outside of all dialogs has no effect.
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
