import { Button } from "../../components/Button";
import { ActionBar, dimUntilSeen } from "./ActionBar";
import { KeyHint } from "./KeyHint";
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
      <Button
        look="danger"
        className={dimUntilSeen}
        aria-disabled={!isSeen}
        aria-keyshortcuts={words.keys.reject}
        onClick={onReject}
      >
        {kind === "edit" ? words.rejectChange : words.reject} <KeyHint name={words.keys.reject} />
      </Button>
      <Button
        className={dimUntilSeen}
        aria-disabled={!isSeen}
        aria-keyshortcuts={words.keys.approve}
        onClick={onApprove}
      >
        {words.approve} <KeyHint name={words.keys.approve} />
      </Button>
    </ActionBar>
  );
}
