import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { SwitchField } from "../../components/SwitchField";
import { useToastedCall } from "../../lib/useToastedCall";
import { ownWords as words } from "./ownWords";

/** Whether one's deck begins with people at the festival. */
export function AtFestivalFirst({ on }: { on: boolean }) {
  const call = useToastedCall();
  const save = useMutation(api.swipes.setAtFestivalFirst);
  const change = async (wanted: boolean) => {
    await call(() => save({ wanted }), { failure: words.mailFailed });
  };

  return <SwitchField label={words.atFestivalFirst} hint={words.atFestivalFirstHint} on={on} onChange={change} />;
}
