import { useEffect, useState } from "react";
import { lazyScript } from "../lib/lazyPart";
import type { DialogProps } from "./DialogSheet";

const { Part: DialogSheet, fetch: fetchSheet } = lazyScript(async () => (await import("./DialogSheet")).DialogSheet);
/** Milliseconds before the script is prefetched, so that the screen's own requests go first. */
const PREFETCH_DELAY = 1500;
let prefetch: number | undefined;

/** Prefetches the script of dialogs, for a screen that mounts its first dialog only when it opens. */
export function useDialogPrefetch(): void {
  useEffect(() => {
    prefetch ??= window.setTimeout(() => void fetchSheet().catch(() => undefined), PREFETCH_DELAY);
  }, []);
}

/** A question or a form over the screen. Its script is fetched after the screen's, or when the first dialog opens. */
export function Dialog(props: DialogProps) {
  const [wasOpened, setOpened] = useState(props.open);
  useDialogPrefetch();

  if (props.open && !wasOpened) setOpened(true);
  // Once opened it stays mounted, because it returns the focus when it closes.
  return wasOpened && <DialogSheet {...props} />;
}
