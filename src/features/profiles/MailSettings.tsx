import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { SwitchField } from "../../components/SwitchField";
import { useToastedCall } from "../../lib/useToastedCall";
import { ownWords as words } from "./ownWords";

/** Which mails somebody wants beyond the necessary ones. */
export function MailSettings({ newLikes }: { newLikes: boolean }) {
  const call = useToastedCall();
  const save = useMutation(api.profiles.setMailWishes);
  const change = async (wanted: boolean) => {
    await call(() => save({ newLikes: wanted }), { failure: words.mailFailed });
  };

  return <SwitchField label={words.mailLikes} hint={words.mailLikesHint} on={newLikes} onChange={change} />;
}
