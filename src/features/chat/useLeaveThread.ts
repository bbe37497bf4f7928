import type { MouseEvent } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { leaveLayers } from "../../components/useBackCloses";

/** The state of a history entry that was opened from the list of matches, which is the entry before it. */
export const fromList = { isFromList: true };

/** Returns how to leave a thread for the list. Goes back if the list is the entry before, so it keeps its scroll position. */
export function useLeaveThread(): () => void {
  const navigate = useNavigate();
  const state = useLocation().state as Partial<typeof fromList> | null;
  const leave = () => (state?.isFromList === true ? navigate(-1) : navigate("/matches", { replace: true }));
  return () => void leaveLayers(() => void leave());
}

/** Returns the properties of a link that leaves a thread. It opens the list in a new tab as usual. */
export function useLeaveLink() {
  const leave = useLeaveThread();
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    leave();
  };
  return { to: "/matches", onClick };
}
