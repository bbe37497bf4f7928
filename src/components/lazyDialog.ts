import type { ComponentType } from "react";
import { lazyScript } from "../lib/lazyPart";
import { reloadForNewBuild } from "../lib/pwa";
import { toast } from "../lib/toast";
import { words } from "./words";

/**
 * `lazyScript` for a dialog. If its script does not load, the screen stays, a toast says so, and the dialog closes: the next press tries
 * again. A second failure in a row may come from a newer build.
 */
export function lazyDialog<Props extends { onClose: () => void }>(load: () => Promise<ComponentType<Props>>) {
  let hasFailed = false;
  return lazyScript(load, async (failure, { onClose }) => {
    if (hasFailed) await reloadForNewBuild(failure).catch(() => undefined);
    hasFailed = true;
    toast.error(words.notOpened);
    onClose();
    return new Promise<never>(() => undefined);
  });
}
