import { api } from "../../../convex/_generated/api";
import { useAction } from "../../lib/acts";
import { withProof } from "../../lib/proof";
import { toastResult } from "../../lib/toastResult";
import { words } from "./words";

/** Sets a password by the token of a mailed link. True when it is set. */
export function useJoin() {
  const accept = useAction(api.staff.acceptInvitation);
  return async (form: { token: string; password: string }): Promise<boolean> =>
    (await toastResult(() => withProof((proof) => accept({ ...form, ...proof })), { failure: words.joinFailed })).ok;
}
