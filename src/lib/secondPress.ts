import { useState, type MouseEvent as Press } from "react";

/** A press this soon after another one (ms) and this near to it (px) is the second of a double press. */
const DOUBLE_PRESS_MS = 500;
const DOUBLE_PRESS_PX = 32;

type Position = Pick<MouseEvent, "clientX" | "clientY" | "timeStamp">;
let lastPress: Position | null = null;
/** The latest press anywhere on the page. */
let latestPress: Position | null = null;
window.addEventListener("click", (press) => void (press.detail > 0 && (latestPress = press)), { capture: true });

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

/**
 * Returns a handler for a layer. It ignores the second press of a double press whose first press opened the layer. That press would close
 * the layer, or press one of its buttons before the person has seen it.
 */
export function useOpeningPress(): (press: Press) => void {
  const [openingPress] = useState(latestPress);
  return ({ nativeEvent }) => {
    if (nativeEvent.detail === 0 || openingPress === null || !isSecond(nativeEvent, openingPress)) return;
    nativeEvent.preventDefault();
    nativeEvent.stopImmediatePropagation();
  };
}

/** Forgets the last press. For tests, which use one page again and again. */
export function forgetPress(): void {
  lastPress = null;
  latestPress = null;
}

function ignoreIfSecond(press: MouseEvent): void {
  const isInDialog = press.target instanceof Element && press.target.closest("[role=dialog]") !== null;
  if (isInDialog || lastPress === null || !isSecond(press, lastPress)) return;
  press.preventDefault();
  press.stopPropagation();
}

function isSecond(press: Position, first: Position): boolean {
  const isNear = Math.hypot(press.clientX - first.clientX, press.clientY - first.clientY) <= DOUBLE_PRESS_PX;
  return isNear && press.timeStamp - first.timeStamp <= DOUBLE_PRESS_MS;
}
