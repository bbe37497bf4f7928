import { useState, type RefObject } from "react";
import { limits } from "../../../convex/shared/limits";
import { Button } from "../../components/Button";
import { TextArea } from "../../components/TextField";
import { Key } from "./Key";
import { words } from "./words";

type Props = { reason: RefObject<HTMLTextAreaElement | null>; onDecide: (approved: boolean, reason: string) => void };

/** Approve at one press; rejecting takes its key and Enter, so that no stray key deletes a profile. */
export function DecisionBar({ reason, onDecide }: Props) {
  const [text, setText] = useState("");

  return (
    <section className="flex flex-col gap-4 max-lg:pb-24">
      <div className="flex flex-col-reverse gap-3 max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-10 max-lg:flex-row max-lg:flex-wrap max-lg:border-t-2 max-lg:border-line max-lg:bg-ground max-lg:p-3 max-lg:pb-[calc(0.75rem+env(safe-area-inset-bottom))] [&>*]:max-lg:flex-1 [&>*]:max-lg:px-3">
        <Button look="danger" onClick={() => onDecide(false, text)}>
          {words.reject} <Key name={words.keys.reject} /> <Key name={words.keys.send} />
        </Button>
        <Button aria-keyshortcuts={words.keys.approve} onClick={() => onDecide(true, "")}>
          {words.approve} <Key name={words.keys.approve} />
        </Button>
      </div>
      <TextArea
        ref={reason}
        rows={2}
        label={words.reason}
        hint={words.reasonHint}
        aria-keyshortcuts={words.keys.reject}
        maxLength={limits.reasonMax}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") event.currentTarget.blur();
          if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          onDecide(false, text);
        }}
      />
    </section>
  );
}
