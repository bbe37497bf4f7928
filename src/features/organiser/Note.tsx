import type { ReactNode } from "react";
import { Button } from "../../components/Button";
import { classes } from "../../components/classes";
import { words } from "./words";

/** What an organiser should know before they go on. */
export function Note({ isBad = false, children }: { isBad?: boolean; children: ReactNode }) {
  const look = isBad ? "border-bad bg-badwash text-bad" : "border-teal bg-tealwash";
  return (
    <p role="status" dir="auto" className={classes("rounded-md border-2 px-4 py-3 break-words", look)}>
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
