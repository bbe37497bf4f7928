import { api } from "../../../convex/_generated/api";
import { SwitchField } from "../../components/SwitchField";
import { useToastedMutation } from "../../lib/toastResult";
import { ownWords as words } from "./ownWords";

export function MailSettings({ newLikes, notices }: { newLikes: boolean; notices: boolean }) {
  const change = useToastedMutation(api.profiles.setMailWishes, { failure: words.mailFailed });
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

/** Sets whether the deck starts with people at the festival. */
export function AtFestivalFirst({ on }: { on: boolean }) {
  const save = useToastedMutation(api.swipes.setAtFestivalFirst, { failure: words.mailFailed });
  return (
    <SwitchField
      label={words.atFestivalFirst}
      hint={words.atFestivalFirstHint}
      on={on}
      onChange={(wanted) => save({ wanted })}
    />
  );
}
