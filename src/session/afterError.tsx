import { LoadError } from "../components/LoadError";
import { ScreenSkeleton } from "../components/ScreenSkeleton";
import { isRefusal } from "../lib/errors";

/** What a guard shows for a screen that failed. After a query that is refused because the session ended or the person's state changed, the guard is about to redirect. */
export function afterError(error: unknown) {
  return isRefusal(error, "UNAUTHENTICATED", "FORBIDDEN") ? <ScreenSkeleton /> : <LoadError />;
}
