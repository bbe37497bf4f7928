import { useEffect, useSyncExternalStore } from "react";
import { hasOpenLayers } from "../../components/useBackCloses";
import { every, Listeners } from "../../lib/events";

/** Milliseconds without typing or dragging after which a person counts as idle, and between two checks. */
const IDLE_DELAY = 600;
const CHECK_INTERVAL = 150;
/** Pixels that a finger may move during a tap. */
const TAP = 6;

const fieldSelector = "input, textarea, select, [contenteditable]:not([contenteditable='false'])";

type Position = Pick<PointerEvent, "clientX" | "clientY">;
/** Pressed pointers, by id, with the position where each came down. */
const pressed = new Map<number, Position>();
const releases = new Listeners();
let lastActiveAt = -Infinity;

/**
 * False while the person types, drags or has a layer open. A popup would then swallow their keys, and the next key would close it. Live
 * while `isLive`.
 */
export function useIsIdle(isLive: boolean): boolean {
  useEffect(trackInput, []);
  return useSyncExternalStore(isLive ? subscribe : never, isIdle);
}

function isIdle(): boolean {
  return pressed.size === 0 && !isInField() && !hasOpenLayers() && Date.now() - lastActiveAt >= IDLE_DELAY;
}

function isInField(): boolean {
  return document.activeElement?.matches(fieldSelector) ?? false;
}

function subscribe(onChange: () => void): () => void {
  const stops = [every(CHECK_INTERVAL, onChange), releases.add(onChange)];
  return () => stops.forEach((stop) => stop());
}

function never(): () => void {
  return () => undefined;
}

function trackInput(): () => void {
  const listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  window.addEventListener("pointerdown", (event) => void pressed.set(event.pointerId, event), options);
  for (const end of ["pointerup", "pointercancel"] as const) window.addEventListener(end, release, options);
  window.addEventListener("keydown", () => isInField() && (lastActiveAt = Date.now()), options);
  // Releases outside the page send no event.
  window.addEventListener("blur", () => pressed.clear(), { signal: listening.signal });
  return () => {
    listening.abort();
    pressed.clear();
    lastActiveAt = -Infinity;
  };
}

/** Waits two frames: the click of a tap follows its release and belongs to the element under the finger. */
function release(event: PointerEvent) {
  const { pointerId, clientX, clientY } = event;
  const start = pressed.get(pointerId) ?? event;
  if (Math.hypot(clientX - start.clientX, clientY - start.clientY) > TAP) lastActiveAt = Date.now();
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      pressed.delete(pointerId);
      releases.call();
    }),
  );
}
