import { useEffect } from "react";
import { LoadError } from "../components/LoadError";

/**
 * Replaces a screen that threw. An older build may have cached answers in a shape that this one cannot show, and then every visit would
 * fail. So it deletes the cache, if the browser is online.
 */
export function FailedScreen() {
  useEffect(() => {
    if (navigator.onLine) void import("./cache").then(({ clearCache }) => clearCache()).catch(() => undefined);
  }, []);
  return <LoadError />;
}
