import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { SwitchField } from "../../components/SwitchField";
import { messageOf } from "../../lib/errors";
import { useCallWithTimeout } from "../../lib/useCallWithTimeout";
import { toast } from "../../lib/toast";
import { words } from "./words";

/** What may be mailed beyond what has to be. */
export function MailSettings({ newLikes }: { newLikes: boolean }) {
  const callWithTimeout = useCallWithTimeout();
  const wish = useMutation(api.profiles.setMailWishes);
  const change = async (wanted: boolean) => {
    try {
      await callWithTimeout(() => wish({ newLikes: wanted }));
    } catch (error) {
      toast.error(messageOf(error, words.mailFailed));
    }
  };

  return <SwitchField label={words.mailLikes} hint={words.mailLikesHint} on={newLikes} onChange={change} />;
}
