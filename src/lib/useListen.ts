import { useEffect, useEffectEvent } from "react";
import { listen, type EventMap } from "./events";

/** Calls the latest `listener` on the events of this type, while the component is shown. `target` must not change. */
export function useListen<Type extends keyof EventMap>(
  target: EventTarget,
  type: Type,
  listener: (event: EventMap[Type]) => unknown,
): void {
  const handle = useEffectEvent(listener);
  useEffect(() => listen(target, type, handle), [target, type]);
}
