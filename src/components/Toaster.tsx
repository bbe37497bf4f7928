import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { useNetworkIsFree } from "../lib/freeNetwork";
import { waitingToasts } from "../lib/toast";

/** Fetches the toasts once the screen has loaded, or with the first toast. When that fails, the next toast tries again. */
export function Toaster() {
  const isFree = useNetworkIsFree();
  const waiting = useSyncExternalStore(waitingToasts.onChange, waitingToasts.count);
  const [Toasts, setToasts] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (!isFree && waiting === 0) return;
    void import("./Toasts").then(
      (loaded) => setToasts(() => loaded.Toasts),
      () => undefined,
    );
  }, [isFree, waiting]);
  return Toasts && <Toasts />;
}
