import { words } from "./words";

/** In the place of a button, while sales are closed or the festival is over. */
export function NotSold() {
  return (
    <p role="status" className="flex min-h-12 items-center font-bold">
      {words.notSold}
    </p>
  );
}
