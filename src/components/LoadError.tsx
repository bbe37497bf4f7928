import { useEffect } from "react";
import { Button } from "./Button";
import { Panel } from "./Panel";
import { words } from "./words";

type Props = { title?: string; onTryAgain?: () => void };

/**
 * Replaces a screen that could not be loaded. Tries again by itself when the network is back. By default that reloads the page, which a
 * browser without the service worker cannot do offline, so offline there is no button.
 */
export function LoadError({ title = words.trouble, onTryAgain = () => window.location.reload() }: Props) {
  useEffect(() => {
    window.addEventListener("online", onTryAgain);
    return () => window.removeEventListener("online", onTryAgain);
  });
  const { onLine } = navigator;
  return (
    <main className="grid min-h-[80dvh] place-items-center">
      <Panel
        alone
        role="alert"
        title={onLine ? title : words.offlineTitle}
        action={onLine ? <Button onClick={onTryAgain}>{words.tryAgain}</Button> : undefined}
      >
        {onLine ? undefined : words.offlineText}
      </Panel>
    </main>
  );
}
