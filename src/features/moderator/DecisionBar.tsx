import { Button } from "../../components/Button";
import { KeyHint } from "./KeyHint";
import type { Waiting } from "./useDecide";
import { words } from "./words";

type Props = {
  kind: Waiting["kind"];
  /** Until then presses are not taken. It does not show: nobody should see the buttons flicker from one to the next. */
  isSeen: boolean;
  onApprove: () => void;
  onReject: () => void;
};

/** Approve at one press; rejecting asks first, so that no stray key or thumb deletes a profile. */
export function DecisionBar({ kind, isSeen, onApprove, onReject }: Props) {
  return (
    <section className="flex flex-col-reverse gap-3 max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-10 max-lg:flex-row max-lg:flex-wrap max-lg:border-t-2 max-lg:border-line max-lg:bg-ground max-lg:p-3 max-lg:pb-[calc(0.75rem+env(safe-area-inset-bottom))] [&>*]:max-lg:flex-1 [&>*]:max-lg:px-3">
      <Button look="danger" aria-disabled={!isSeen} aria-keyshortcuts={words.keys.reject} onClick={onReject}>
        {kind === "edit" ? words.rejectChange : words.reject} <KeyHint name={words.keys.reject} />
      </Button>
      <Button aria-disabled={!isSeen} aria-keyshortcuts={words.keys.approve} onClick={onApprove}>
        {words.approve} <KeyHint name={words.keys.approve} />
      </Button>
    </section>
  );
}
