import { useEffect, useSyncExternalStore } from "react";
import { hasOpenLayers } from "../../components/useBackCloses";

/** Milliseconds that hands must be still after typing or dragging, and how often that is checked. */
const BEAT = 600;
const LOOK = 150;
/** Pixels that the finger of a tap may move. */
const TAP = 6;

const fields = "input, textarea, select, [contenteditable]:not([contenteditable='false'])";

type Place = Pick<PointerEvent, "clientX" | "clientY">;
/** The fingers on the screen, by where each came down. */
const pressed = new Map<number, Place>();
/** Told when fingers have left the screen. */
const lookers = new Set<() => void>();
let lastAt = -Infinity;

/**
 * False while the person uses a field, drags, or has a layer open. A popup then would swallow their keys and close by the next one. Live
 * while `isAsked`.
 */
export function useHandsFree(isAsked: boolean): boolean {
  useEffect(followHands, []);
  return useSyncExternalStore(isAsked ? look : never, areHandsFree);
}

function areHandsFree(): boolean {
  return pressed.size === 0 && !isInField() && !hasOpenLayers() && Date.now() - lastAt >= BEAT;
}

function isInField(): boolean {
  return document.activeElement?.matches(fields) ?? false;
}

function look(changed: () => void): () => void {
  const timer = window.setInterval(changed, LOOK);
  lookers.add(changed);
  return () => {
    window.clearInterval(timer);
    lookers.delete(changed);
  };
}

function never(): () => void {
  return () => undefined;
}

function followHands(): () => void {
  const listening = new AbortController();
  const on = { capture: true, signal: listening.signal };
  window.addEventListener("pointerdown", (event) => void pressed.set(event.pointerId, event), on);
  for (const end of ["pointerup", "pointercancel"] as const) window.addEventListener(end, release, on);
  window.addEventListener("keydown", () => isInField() && (lastAt = Date.now()), on);
  // Releases outside the page send no event.
  window.addEventListener("blur", () => pressed.clear(), { signal: listening.signal });
  return () => {
    listening.abort();
    pressed.clear();
    lastAt = -Infinity;
  };
}

/** The click of a tap follows its release, and belongs to the element under the finger. */
function release(event: PointerEvent) {
  const { pointerId, clientX, clientY } = event;
  const from = pressed.get(pointerId) ?? event;
  if (Math.hypot(clientX - from.clientX, clientY - from.clientY) > TAP) lastAt = Date.now();
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      pressed.delete(pointerId);
      for (const look of lookers) look();
    }),
  );
}
