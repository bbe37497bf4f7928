import type { FunctionReturnType } from "convex/server";
import { useEffect, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { useAction } from "../../lib/acts";
import { messageOf } from "../../lib/errors";
import { words } from "./words";

type Opened =
  | { state: "loading" }
  | { state: "open"; invitation: FunctionReturnType<typeof api.staff.openInvitation> }
  /** Nothing can be typed: `sentence` says why. */
  | { state: "dead"; sentence: string };

/** Whose the mailed link is, asked as soon as it is opened. */
export function useInvitation(token: string): Opened {
  const open = useAction(api.staff.openInvitation);
  const [opened, setOpened] = useState<Opened>({ state: "loading" });
  useEffect(() => {
    let isCurrent = true;
    open({ token }).then(
      (invitation) => isCurrent && setOpened({ state: "open", invitation }),
      (error: unknown) => isCurrent && setOpened({ state: "dead", sentence: messageOf(error, words.notOpened) }),
    );
    return () => void (isCurrent = false);
  }, [open, token]);
  return opened;
}
