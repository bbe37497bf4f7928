import { usePrefetch } from "../lib/lazyPart";
import type { DialogProps } from "./DialogSheet";
import { lazyDialog } from "./lazyDialog";

const { Part: DialogSheet, fetch: fetchSheet } = lazyDialog(async () => (await import("./DialogSheet")).DialogSheet);

/** Prefetches the script of dialogs, for a screen that mounts its first dialog only when it opens. */
export function useDialogPrefetch(): void {
  usePrefetch(fetchSheet);
}

/** A question or a form over the screen. Its script is fetched after the screen's, or when the first dialog opens. */
export function Dialog({ open, ...sheet }: DialogProps & { open: boolean }) {
  useDialogPrefetch();
  return open && <DialogSheet {...sheet} />;
}
