import { Button } from "./Button";
import { Panel } from "./Panel";
import { words } from "./words";

/** In place of a screen that could not be shown. Loading the page afresh fetches whatever was missing. */
export function Trouble({ title = words.trouble }: { title?: string }) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <Panel
        alone
        role="alert"
        drawing="unplugged"
        title={title}
        action={<Button onClick={() => window.location.reload()}>{words.tryAgain}</Button>}
      />
    </main>
  );
}
