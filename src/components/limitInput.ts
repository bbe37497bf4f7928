import type { SyntheticEvent } from "react";
import { countCharacters } from "../../convex/shared/text";

type Box = HTMLInputElement | HTMLTextAreaElement;

/**
 * What a field's `maxLength` does, for its `onInput`: of what was just put in, the end that is too much does not stay. It
 * counts as a person and the deployment do, so that an emoji is one; the browser's own counts it as two and more. What
 * `tidy` takes away goes before it is counted.
 */
export function limitInput(max: number | undefined, tidy = asItIs) {
  return ({ currentTarget: box, nativeEvent }: SyntheticEvent<Box>): void => {
    // What an input method is still composing is not there yet.
    if (nativeEvent instanceof InputEvent && nativeEvent.isComposing) return;
    const tidied = tidy(box.value);
    if (tidied !== box.value) box.value = tidied;
    const excess = max === undefined ? 0 : countCharacters(box.value) - max;
    if (excess <= 0) return;
    const caret = box.selectionStart ?? box.value.length;
    const kept = [...box.value.slice(0, caret)].slice(0, -excess).join("");
    box.value = kept + box.value.slice(caret);
    box.setSelectionRange(kept.length, kept.length);
  };
}

function asItIs(text: string): string {
  return text;
}
