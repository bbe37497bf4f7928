import { api } from "../../../convex/_generated/api";
import { Button } from "../../components/Button";
import { useMe } from "../../session/useAttendee";
import { useMutation } from "../../lib/acts";
import { toastResult } from "../../lib/toastResult";
import { words } from "./words";

/** Shows that the last change was refused, and why. It stays until dismissed, or until another change is saved. */
export function RefusedChange() {
  const { changeRefused, rejectionReason } = useMe();
  const forget = useForgetRefusal();

  if (!changeRefused) return null;
  return (
    <div role="status" className="rounded-md border-2 border-bad bg-badwash px-4 py-3">
      <p className="font-semibold text-bad">{words.changeRefused}</p>
      {rejectionReason !== null && (
        <>
          <p className="mt-2 text-note text-soft">{words.rejectedReason}</p>
          <p dir="auto" className="whitespace-pre-line">
            {rejectionReason}
          </p>
        </>
      )}
      <Button look="bare" onClick={() => void forget()}>
        {words.refusalRead}
      </Button>
    </div>
  );
}

function useForgetRefusal() {
  const forget = useMutation(api.profiles.forgetRefusal);
  return async (): Promise<void> => {
    await toastResult(() => forget({}), { failure: words.refusalFailed });
  };
}
