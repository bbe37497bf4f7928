import type { ReactNode } from "react";
import { Button } from "../../components/Button";
import { words } from "./words";

/** What an organiser should know before they go on. */
export function Note({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="rounded-md border-2 border-teal bg-tealwash px-4 py-3">
      {children}
    </p>
  );
}

/** A colleague has saved what a form shows. What was typed stays until the new settings are asked for. */
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
