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
    <section className="sticky bottom-0 z-10 -mx-4 flex flex-col gap-3 bg-ground p-4 lg:static lg:m-0 lg:p-0">
      <Button aria-keyshortcuts={words.keys.approve} onClick={() => onDecide(true, "")}>
        {words.approve} <Key name={words.keys.approve} />
      </Button>
      <TextArea
        ref={reason}
        rows={2}
        label={words.reason}
        hint={words.reasonHint}
        aside={<Key name={words.keys.reject} />}
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
      <Button look="danger" onClick={() => onDecide(false, text)}>
        {words.reject} <Key name={words.keys.send} />
      </Button>
    </section>
  );
}
