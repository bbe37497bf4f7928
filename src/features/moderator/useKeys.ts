import { useListen } from "../../lib/useListen";

/** Runs commands on single keys, once per press. Ignored while the person types or a dialog is open, and while `isOn` is false. */
export function useKeys(keys: Record<string, () => void>, isOn: boolean): void {
  useListen(window, "keydown", (event) => {
    if (!isOn) return;
    // A held key would decide on the whole queue.
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const command = keys[event.key.toUpperCase()];
    if (command === undefined) return;
    event.preventDefault();
    command();
  });
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    (target.matches("input, textarea, select, [contenteditable=true]") || target.closest("[role=dialog]") !== null)
  );
}
