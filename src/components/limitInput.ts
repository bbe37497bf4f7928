import type { SyntheticEvent } from "react";
import { countCharacters } from "../../convex/shared/text";

type Input = HTMLInputElement | HTMLTextAreaElement;

/**
 * Returns handlers that limit a field like `maxLength`: they cut the end of the new text before `onChange` reads it. They count characters as
 * the deployment does, so an emoji counts as one. The browser's own limit counts two or more. `tidy` runs before the count. Typed and
 * pasted text is cut before the browser inserts it, so the browser can undo it.
 */
export function limitInput(max: number | undefined, tidy = unchanged) {
  return {
    onBeforeInput: ({ nativeEvent }: SyntheticEvent<Input>): void => {
      if (nativeEvent instanceof InputEvent && !nativeEvent.isComposing) insertFitting(nativeEvent, max, tidy);
    },
    onInputCapture: ({ currentTarget: input, nativeEvent }: SyntheticEvent<Input>): void => {
      // Text that an input method is still composing is not final.
      if (nativeEvent instanceof InputEvent && nativeEvent.isComposing) return;
      cut(input, max, tidy);
    },
    // Not every browser reports the final text as input.
    onCompositionEnd: ({ currentTarget: input }: SyntheticEvent<Input>): void => {
      input.dispatchEvent(new InputEvent("input", { bubbles: true }));
    },
  };
}

function insertFitting(event: InputEvent, max: number | undefined, tidy: typeof unchanged) {
  const { value, selectionStart: start, selectionEnd: end } = event.target as Input;
  const { data } = event;
  // Dropped text is inserted elsewhere than at the selection.
  if (data === null || start === null || end === null || max === undefined || event.inputType === "insertFromDrop")
    return;
  const next = value.slice(0, start) + data + value.slice(end);
  const excess = countCharacters(next) - max;
  if (excess <= 0 || tidy(next) !== next) return;
  event.preventDefault();
  const fitting = [...data].slice(0, -excess).join("");
  if (fitting !== "") document.execCommand("insertText", false, fitting);
}

function cut(input: Input, max: number | undefined, tidy: typeof unchanged) {
  const tidied = tidy(input.value);
  if (tidied !== input.value) input.value = tidied;
  const excess = max === undefined ? 0 : countCharacters(input.value) - max;
  if (excess <= 0) return;
  const caret = input.selectionStart ?? input.value.length;
  const beforeCaret = [...input.value.slice(0, caret)].slice(0, -excess).join("");
  input.value = beforeCaret + input.value.slice(caret);
  input.setSelectionRange(beforeCaret.length, beforeCaret.length);
}

function unchanged(text: string): string {
  return text;
}
