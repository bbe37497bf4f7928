import { useEffect, useSyncExternalStore } from "react";
import { hasOpenLayers } from "../../components/useBackCloses";

/** Milliseconds without typing or dragging before hands count as free, and between two checks. */
const STILL_TIME = 600;
const CHECK_INTERVAL = 150;
/** Pixels that a finger may move during a tap. */
const TAP = 6;

const fields = "input, textarea, select, [contenteditable]:not([contenteditable='false'])";

type Place = Pick<PointerEvent, "clientX" | "clientY">;
/** Pressed pointers, by id, with the position where each came down. */
const pressed = new Map<number, Place>();
/** Called when a pointer was released. */
const listeners = new Set<() => void>();
let lastAt = -Infinity;

/**
 * False while the person types, drags or has a layer open. A popup would then swallow their keys, and the next key would close it. Live
 * while `isAsked`.
 */
export function useHandsFree(isAsked: boolean): boolean {
  useEffect(followHands, []);
  return useSyncExternalStore(isAsked ? subscribe : never, areHandsFree);
}

function areHandsFree(): boolean {
  return pressed.size === 0 && !isInField() && !hasOpenLayers() && Date.now() - lastAt >= STILL_TIME;
}

function isInField(): boolean {
  return document.activeElement?.matches(fields) ?? false;
}

function subscribe(changed: () => void): () => void {
  const timer = window.setInterval(changed, CHECK_INTERVAL);
  listeners.add(changed);
  return () => {
    window.clearInterval(timer);
    listeners.delete(changed);
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

/** Waits two frames: the click of a tap follows its release and belongs to the element under the finger. */
function release(event: PointerEvent) {
  const { pointerId, clientX, clientY } = event;
  const from = pressed.get(pointerId) ?? event;
  if (Math.hypot(clientX - from.clientX, clientY - from.clientY) > TAP) lastAt = Date.now();
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      pressed.delete(pointerId);
      for (const listener of listeners) listener();
    }),
  );
}
