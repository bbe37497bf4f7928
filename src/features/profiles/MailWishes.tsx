import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { SwitchField } from "../../components/SwitchField";
import { messageOf } from "../../lib/errors";
import { useReach } from "../../lib/reach";
import { toast } from "../../lib/toast";
import { words } from "./words";

/** What may be mailed beyond what has to be. */
export function MailWishes({ newLikes }: { newLikes: boolean }) {
  const within = useReach();
  const wish = useMutation(api.profiles.setMailWishes);
  const change = async (wanted: boolean) => {
    try {
      await within(() => wish({ newLikes: wanted }));
    } catch (error) {
      toast.error(messageOf(error, words.mailFailed));
    }
  };

  return <SwitchField label={words.mailLikes} hint={words.mailLikesHint} on={newLikes} onChange={change} />;
}
