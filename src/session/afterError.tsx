import { ScreenSkeleton } from "../components/ScreenSkeleton";
import { isRefusal } from "../lib/errors";
import { FailedScreen } from "./FailedScreen";

/** Returns what a guard shows for a failed screen. A refusal shows a skeleton, because the guard is about to redirect. */
export function afterError(error: unknown) {
  return isRefusal(error, "UNAUTHENTICATED", "FORBIDDEN") ? <ScreenSkeleton /> : <FailedScreen />;
}
