import { useListen } from "../lib/useListen";
import { Button } from "./Button";
import { Panel } from "./Panel";
import { words } from "./words";

type Props = { title?: string; onTryAgain?: () => void };

/**
 * Replaces a screen that could not be loaded. Tries again when the network is back. By default that reloads the page. A browser without the
 * service worker cannot do that offline, so offline there is no button.
 */
export function LoadError({ title = words.trouble, onTryAgain = () => window.location.reload() }: Props) {
  useListen(window, "online", onTryAgain);
  return (
    <main className="grid min-h-[80dvh] place-items-center">
      {navigator.onLine ? (
        <Panel alone role="alert" title={title} action={<Button onClick={onTryAgain}>{words.tryAgain}</Button>} />
      ) : (
        <Panel alone role="alert" title={words.offlineTitle}>
          {words.offlineText}
        </Panel>
      )}
    </main>
  );
}
