import { Button } from "./Button";
import { Panel } from "./Panel";
import { words } from "./words";

type Props = { title?: string; onTryAgain?: () => void };

/** Replaces a screen that could not be loaded. By default its button reloads the page. */
export function LoadError({ title = words.trouble, onTryAgain = () => window.location.reload() }: Props) {
  return (
    <main className="grid min-h-[80dvh] place-items-center">
      <Panel
        alone
        role="alert"

        title={title}
        action={<Button onClick={onTryAgain}>{words.tryAgain}</Button>}
      />
    </main>
  );
}
