import { ActionBar, ActionButton } from "./ActionBar";
import type { Submission } from "./useDecide";
import { words } from "./words";

type Props = {
  kind: Submission["kind"];
  /** Before that, presses are ignored, and the buttons are dim. */
  isSeen: boolean;
  onApprove: () => void;
  onReject: () => void;
};

/** Approves at one press; rejecting asks first, so that no stray key or thumb deletes a profile. */
export function DecisionBar({ kind, isSeen, onApprove, onReject }: Props) {
  return (
    <ActionBar className="flex-col-reverse">
      <ActionButton
        name={kind === "edit" ? words.rejectChange : words.reject}
        keyName={words.keys.reject}
        look="danger"
        isSeen={isSeen}
        onPress={onReject}
      />
      <ActionButton name={words.approve} keyName={words.keys.approve} isSeen={isSeen} onPress={onApprove} />
    </ActionBar>
  );
}
