import { useEffect, useSyncExternalStore } from "react";
import { hasOpenLayers } from "../../components/useBackCloses";

/** How long hands have to be still after typing or dragging, and how often they are looked at. In milliseconds. */
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
 * False while the person has a field in use, drags, or has something open over the screen. What comes by itself then would take
 * their letters and close by their next key. It is live while `isAsked`.
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
  // What is let go outside of the page is not heard of.
  window.addEventListener("blur", () => pressed.clear(), { signal: listening.signal });
  return () => {
    listening.abort();
    pressed.clear();
    lastAt = -Infinity;
  };
}

/** The click of a tap follows its release, and belongs to what was under the finger. */
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
