/** More emoji than this are shown like text. */
const MAX_EMOJI = 6;
const emojiPattern = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200d|\ufe0f|\s)+$/u;
const segmenter = typeof Intl.Segmenter === "function" ? new Intl.Segmenter() : null;

export function isEmojiOnly(text: string): boolean {
  if (!emojiPattern.test(text)) return false;
  const withoutSpaces = text.replace(/\s/g, "");
  return (
    withoutSpaces !== "" &&
    (segmenter === null ? withoutSpaces.length : [...segmenter.segment(withoutSpaces)].length) <= MAX_EMOJI
  );
}
