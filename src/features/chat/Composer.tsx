import { SendHorizontal } from "lucide-react";
import { type ChangeEvent, type KeyboardEvent, type RefObject, useEffect, useId, useLayoutEffect } from "react";
import type { Id } from "../../../convex/_generated/dataModel";
import { limits } from "../../../convex/shared/limits";
import { cleanText, countCharacters } from "../../../convex/shared/text";
import { limitInput } from "../../components/limitInput";
import { isComposed } from "../../lib/events";
import { useReportTyping } from "./usePresence";
import { words } from "./words";

/** The counter appears with fewer characters left than this. */
const SHOW_COUNTER = 100;

type Props = {
  box: RefObject<HTMLTextAreaElement | null>;
  matchId: Id<"matches">;
  label: string;
  text: string;
  onText: (text: string) => void;
  onSend: (text: string) => void;
};

export function Composer({ box, matchId, label, text, onText, onSend }: Props) {
  const id = useId();
  const reportTyping = useReportTyping(matchId);
  const length = countCharacters(text);
  const message = cleanText(text);
  useHeight(box, text);
  useFocusWhereKeyboard(box);

  const send = () => {
    if (message === "") return;
    onSend(message);
    box.current?.focus();
  };
  const change = ({ currentTarget: { value } }: ChangeEvent<HTMLTextAreaElement>) => {
    onText(value);
    if (value.trim() !== "") reportTyping();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || isComposed(event.nativeEvent) || !hasKeyboard()) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      className="flex shrink-0 items-end gap-2 border-t border-line bg-ground px-3 pt-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))]"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className="relative min-w-0 flex-1">
        <textarea
          ref={box}
          rows={1}
          dir="auto"
          aria-label={label}
          aria-describedby={length > limits.messageMax - SHOW_COUNTER ? id : undefined}
          placeholder={words.placeholder}
          enterKeyHint={hasKeyboard() ? "send" : "enter"}
          value={text}
          {...limitInput(limits.messageMax, withoutBlankLines)}
          onChange={change}
          onKeyDown={onKey}
          className={field}
        />
        {length > limits.messageMax - SHOW_COUNTER && (
          <p id={id} className="pt-1 pr-2 text-right text-note text-soft tabular-nums">
            {words.counter(length, limits.messageMax)}
          </p>
        )}
      </div>
      <button
        type="submit"
        aria-label={words.send}
        disabled={message === ""}
        // The box keeps the focus, so a phone's keyboard stays open.
        onPointerDown={(event) => event.preventDefault()}
        className="grid size-12 shrink-0 place-items-center rounded-full hot shadow-rest disabled:opacity-50 disabled:saturate-50"
      >
        <SendHorizontal aria-hidden className="size-5.5" />
      </button>
    </form>
  );
}

/** On a phone, Enter in an empty box would add a blank line. */
function withoutBlankLines(text: string): string {
  return text.trim() === "" ? text.replaceAll("\n", "") : text;
}

function useHeight(box: RefObject<HTMLTextAreaElement | null>, text: string) {
  useLayoutEffect(() => {
    if (box.current !== null) fitHeight(box.current);
  }, [box, text]);
}

function fitHeight(area: HTMLTextAreaElement) {
  area.style.height = "auto";
  area.style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`;
}

/** Focuses the end of the text, on devices with a hardware keyboard. A phone's keyboard would cover the messages. */
function useFocusWhereKeyboard(box: RefObject<HTMLTextAreaElement | null>) {
  useEffect(() => {
    const area = box.current;
    if (!hasKeyboard() || area === null) return;
    area.focus({ preventScroll: true });
    area.setSelectionRange(area.value.length, area.value.length);
  }, [box]);
}

/** True if the device probably has a hardware keyboard: Shift+Enter makes a new line, so Enter can send. */
function hasKeyboard(): boolean {
  return window.matchMedia("(hover: hover) and (pointer: fine)").matches;
}

const field =
  "block max-h-[33dvh] min-h-12 w-full resize-none rounded-[1.5rem] border-2 border-edge/60 bg-raised px-4 py-2.5 text-body text-ink " +
  "placeholder:text-[min(1rem,5vw)] placeholder:text-soft hover:border-edge focus:outline-none focus-visible:border-teal focus-visible:ring-3 focus-visible:ring-teal/30";
