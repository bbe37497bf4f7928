import { api } from "../../../convex/_generated/api";
import { SwitchField } from "../../components/SwitchField";
import { useMutation } from "../../lib/acts";
import { toastResult } from "../../lib/toastResult";
import { ownWords as words } from "./ownWords";

/** Sets whether the deck begins with people at the festival. */
export function AtFestivalFirst({ on }: { on: boolean }) {
  const save = useMutation(api.swipes.setAtFestivalFirst);
  const change = async (wanted: boolean) => {
    await toastResult(() => save({ wanted }), { failure: words.mailFailed });
  };

  return <SwitchField label={words.atFestivalFirst} hint={words.atFestivalFirstHint} on={on} onChange={change} />;
}
