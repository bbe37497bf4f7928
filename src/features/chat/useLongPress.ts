import { type PointerEvent, useEffect, useRef } from "react";

/** How long a finger rests before it counts, and how far it may move. */
const TIME = 500;
const SLIP = 10;

/** Handlers for something that a finger may rest on. A mouse has other ways. */
export function useLongPress(onPress: () => void) {
  const timer = useRef<number>(undefined);
  const start = useRef({ x: 0, y: 0 });
  const cancel = () => window.clearTimeout(timer.current);
  useEffect(() => cancel, []);

  return {
    onPointerDown: ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
      cancel();
      if (pointerType === "mouse") return;
      start.current = { x, y };
      timer.current = window.setTimeout(onPress, TIME);
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - start.current.x, clientY - start.current.y) > SLIP) cancel();
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
  };
}
