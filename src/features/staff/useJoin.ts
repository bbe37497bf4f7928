import { useAction } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { useToastedCall } from "../../lib/useToastedCall";
import { words } from "./words";

/** Sets a password by the token of a mailed link. True when it is set. */
export function useJoin() {
  const call = useToastedCall();
  const accept = useAction(api.staff.acceptInvitation);
  return async (form: { token: string; password: string }): Promise<boolean> =>
    (await call(() => accept(form), { failure: words.joinFailed })).ok;
}
