import { useEffect } from "react";
import { LoadError } from "../components/LoadError";

/**
 * Replaces a screen that threw. Online it deletes the cached answers, because an older build may have stored them in a shape that this one
 * cannot show, and every visit would fail again.
 */
export function FailedScreen() {
  useEffect(() => {
    if (navigator.onLine) void import("./cache").then(({ clearCache }) => clearCache()).catch(() => undefined);
  }, []);
  return <LoadError />;
}
