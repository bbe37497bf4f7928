import { useRef, type MouseEvent } from "react";
import { useLocation, useNavigate, type Location } from "react-router-dom";
import { leaveLayers } from "../../components/useBackCloses";

/** The state of a history entry that was opened from the list of matches, which is the entry before it. */
export const fromList = { isFromList: true };

/** Milliseconds that a browser may take to go back. A second press by then would go back from the list, too. */
const GOING_BACK = 2_000;

/**
 * Returns how to leave a thread for the list. Goes back if the list is the entry before, so it keeps its scroll position. Does nothing once
 * the person has left: an act's answer may come late.
 */
export function useLeaveThread(): () => void {
  const navigate = useNavigate();
  const leftAt = useRef(-Infinity);
  const { pathname, state } = useLocation() as Location<Partial<typeof fromList> | null>;
  const leave = () => {
    if (window.location.pathname !== pathname || Date.now() - leftAt.current < GOING_BACK) return;
    leftAt.current = Date.now();
    void (state?.isFromList === true ? navigate(-1) : navigate("/matches", { replace: true }));
  };
  return () => void leaveLayers(leave);
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
