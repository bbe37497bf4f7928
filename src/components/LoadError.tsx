import { Button } from "./Button";
import { Panel } from "./Panel";
import { words } from "./words";

type Props = { title?: string; onTryAgain?: () => void };

/** In place of a screen that could not be shown. Loading the page afresh fetches whatever was missing. */
export function LoadError({ title = words.trouble, onTryAgain = () => window.location.reload() }: Props) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <Panel
        alone
        role="alert"
        drawing="unplugged"
        title={title}
        action={<Button onClick={onTryAgain}>{words.tryAgain}</Button>}
      />
    </main>
  );
}
