import { api } from "../../../convex/_generated/api";
import { Button } from "../../components/Button";
import { Note } from "../../components/Note";
import { useMe } from "../../session/useAttendee";
import { useToastedMutation } from "../../lib/toastResult";
import { words } from "./words";

/** Says that the last change was refused, and why. Stays until the member dismisses it or saves another change. */
export function RefusedChange() {
  const { changeRefused, rejectionReason } = useMe();
  const forget = useToastedMutation(api.profiles.forgetRefusal, { failure: words.refusalFailed });

  if (!changeRefused) return null;
  return (
    <Note variant="bad">
      <p className="font-semibold">{words.changeRefused}</p>
      {rejectionReason !== null && (
        <>
          <p className="mt-2 text-note text-soft">{words.rejectedReason}</p>
          <p dir="auto" className="whitespace-pre-line">
            {rejectionReason}
          </p>
        </>
      )}
      <Button variant="bare" onClick={() => void forget({})}>
        {words.refusalRead}
      </Button>
    </Note>
  );
}
