import { Suspense, useEffect, useState } from "react";
import { lazyScript } from "../lib/lazyPart";
import type { DialogProps } from "./DialogSheet";

const { Part: DialogSheet, fetch: fetchSheet } = lazyScript(async () => (await import("./DialogSheet")).DialogSheet);
/** How long the screen itself has the network. */
const PREFETCH_DELAY = 1500;
let prefetch: number | undefined;

/**
 * A question or a form over the screen: at the bottom of a phone, in the middle of a wide screen. Its script is fetched
 * after that of the screen, or when the first dialog opens.
 */
export function Dialog(props: DialogProps) {
  const [wasOpened, setOpened] = useState(props.open);
  useEffect(() => {
    prefetch ??= window.setTimeout(() => void fetchSheet().catch(() => undefined), PREFETCH_DELAY);
  }, []);

  if (props.open && !wasOpened) setOpened(true);
  // Once opened it stays mounted: it returns the focus when it closes.
  return <Suspense>{wasOpened && <DialogSheet {...props} />}</Suspense>;
}
