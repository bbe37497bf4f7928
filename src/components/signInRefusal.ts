import { refusalOf } from "../../convex/shared/errors";
import { words } from "./words";

/** Returns the message at the password field after a refused sign-in. Null for other causes, such as a lost network. */
export function signInRefusal(error: unknown): string | null {
  const refusal = refusalOf(error);
  if (refusal?.code === "UNAUTHENTICATED") return words.wrongPassword;
  return refusal?.code === "TOO_MANY_TRIES" ? refusal.message : null;
}
