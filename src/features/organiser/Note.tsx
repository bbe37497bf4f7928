import type { ReactNode } from "react";
import { Button } from "../../components/Button";
import { words } from "./words";

/** A note to read before going on. */
export function Note({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="rounded-md border-2 border-teal bg-tealwash px-4 py-3">
      {children}
    </p>
  );
}

/** A colleague has saved these settings meanwhile. Typed values stay until the organiser loads the new ones. */
export function ChangedNote({ onShow }: { onShow: () => void }) {
  return (
    <Note>
      {words.changedMeanwhile}{" "}
      <Button look="bare" onClick={onShow}>
        {words.showNew}
      </Button>
    </Note>
  );
}
