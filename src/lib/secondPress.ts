import type { MouseEvent as Press } from "react";

/** A press this soon after another one (ms) and this near to it (px) is the second of a double press. */
const DOUBLE_PRESS_MS = 500;
const DOUBLE_PRESS_PX = 32;

let lastPress: Pick<MouseEvent, "clientX" | "clientY" | "timeStamp"> | null = null;

/**
 * Handles a press that may remove the pressed element: in a dialog, or on an entry of a list. The second press of a double press would hit
 * the next element in that place, such as a swipe button or another person. So it is ignored outside of dialogs.
 */
export function ignoreSecondPress({ nativeEvent }: Press): void {
  // Keys press without a position.
  if (nativeEvent.detail === 0) return;
  lastPress = nativeEvent;
  window.addEventListener("click", ignoreIfSecond, { capture: true });
}

/** Forgets the last press. For tests, which use one page again and again. */
export function forgetPress(): void {
  lastPress = null;
}

function ignoreIfSecond(press: MouseEvent): void {
  const isInDialog = press.target instanceof Element && press.target.closest("[role=dialog]") !== null;
  if (isInDialog || lastPress === null) return;
  const isNear = Math.hypot(press.clientX - lastPress.clientX, press.clientY - lastPress.clientY) <= DOUBLE_PRESS_PX;
  if (!isNear || press.timeStamp - lastPress.timeStamp > DOUBLE_PRESS_MS) return;
  press.preventDefault();
  press.stopPropagation();
}
