import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";

/**
 * The token of the mailed link that this page was opened by; null without one. It stands behind the hash, which no server is
 * sent, and leaves the address bar at once. The history entry keeps it, for when the page is loaded again.
 */
export function useJoinToken(): string | null {
  const { hash, pathname, state } = useLocation();
  const navigate = useNavigate();
  const inAddress = hash.slice(1);
  useEffect(() => {
    if (inAddress !== "") void navigate(pathname, { replace: true, state: { token: inAddress } });
  }, [inAddress, navigate, pathname]);

  if (inAddress !== "") return inAddress;
  const kept = (state as { token?: unknown } | null)?.token;
  return typeof kept === "string" ? kept : null;
}
