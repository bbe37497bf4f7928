import type { FunctionArgs } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { SwitchField } from "../../components/SwitchField";
import { useMutation } from "../../lib/acts";
import { toastResult } from "../../lib/toastResult";
import { ownWords as words } from "./ownWords";

type Wishes = FunctionArgs<typeof api.profiles.setMailWishes>;

/** Which mails a member wants beyond the necessary ones. */
export function MailSettings({ newLikes, notices }: Required<Wishes>) {
  const save = useMutation(api.profiles.setMailWishes);
  const change = async (wishes: Wishes) => {
    await toastResult(() => save(wishes), { failure: words.mailFailed });
  };

  return (
    <div className="flex flex-col gap-4">
      <SwitchField
        label={words.mailNotices}
        hint={words.mailNoticesHint}
        on={notices}
        onChange={(on) => change({ notices: on })}
      />
      <SwitchField
        label={words.mailLikes}
        hint={words.mailLikesHint}
        on={newLikes}
        onChange={(on) => change({ newLikes: on })}
      />
    </div>
  );
}
