import type { ReactNode } from "react";
import { words } from "./words";

/** For a link that was used, has expired or was replaced. `children`: the way to a new one. */
export function DeadLink({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="flex flex-col gap-4 rounded-md border-2 border-bad bg-badwash px-4 py-4">
      <p className="font-semibold text-bad">{words.deadLink}</p>
      {children}
    </div>
  );
}
