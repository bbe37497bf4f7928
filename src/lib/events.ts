/** Subscriptions, for effects and `useSyncExternalStore`. Each function returns how to stop. */

export type EventMap = WindowEventMap & DocumentEventMap;

/** Calls back on the events of these types. */
export function listen<Type extends keyof EventMap>(
  target: EventTarget,
  types: Type | readonly Type[],
  listener: (event: EventMap[Type]) => unknown,
  options: Omit<AddEventListenerOptions, "signal"> = {},
): () => void {
  const listening = new AbortController();
  for (const type of [types].flat())
    target.addEventListener(type, listener as EventListener, { ...options, signal: listening.signal });
  return () => listening.abort();
}

/** Calls back once, after `ms` milliseconds. */
export function after(ms: number, act: () => unknown): () => void {
  const timer = window.setTimeout(act, ms);
  return () => window.clearTimeout(timer);
}

/** Calls back every `ms` milliseconds. */
export function every(ms: number, act: () => unknown): () => void {
  const timer = window.setInterval(act, ms);
  return () => window.clearInterval(timer);
}

/** Calls back once the browser has painted. */
export function afterPaint(act: () => unknown): () => void {
  const stops = new Set<() => void>();
  // Callbacks of a frame run before its paint.
  const frame = window.requestAnimationFrame(() => stops.add(after(0, act)));
  stops.add(() => window.cancelAnimationFrame(frame));
  return () => stops.forEach((stop) => stop());
}

/** The code of a key that an input method has taken. Safari reports it after the composition. */
const COMPOSED = 229;

/** True for a key that an input method has taken, such as the Enter that chooses a word. */
export function isComposed({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === COMPOSED;
}

/** Callbacks that run when something changes. */
export class Listeners<Args extends unknown[] = []> {
  readonly #listeners = new Set<(...args: Args) => void>();

  readonly add = (listener: (...args: Args) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  call(...args: Args): void {
    for (const listener of this.#listeners) listener(...args);
  }
}
