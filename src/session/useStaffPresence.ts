import { useEffect, useEffectEvent, useRef } from "react";
import { api } from "../../convex/_generated/api";
import { limits } from "../../convex/shared/limits";
import { useTell } from "../lib/acts";
import { useIsVisible } from "../lib/visibility";

/** Reports that a staff screen is visible, while it is. `isIn`: signed in. */
export function useStaffPresence(isIn: boolean) {
  const look = useTell(api.staff.look);
  const isVisible = useIsVisible();
  const isSending = useRef(false);
  // Without a network the first one waits, and the others are left out.
  const tell = useEffectEvent(() => {
    if (isSending.current) return;
    isSending.current = true;
    look({})
      .catch(() => undefined)
      .finally(() => (isSending.current = false));
  });

  useEffect(() => {
    if (!isIn || !isVisible) return;
    tell();
    const timer = window.setInterval(() => tell(), limits.staffSeenMs);
    return () => window.clearInterval(timer);
  }, [isIn, isVisible]);
}
