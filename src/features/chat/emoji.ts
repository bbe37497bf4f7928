/** More emoji than this are shown like text. */
const MOST = 6;
const parts = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200d|\ufe0f|\s)+$/u;
const segmenter = typeof Intl.Segmenter === "function" ? new Intl.Segmenter() : null;

export function isEmojiOnly(text: string): boolean {
  if (!parts.test(text)) return false;
  const bare = text.replace(/\s/g, "");
  return bare !== "" && (segmenter === null ? bare.length : [...segmenter.segment(bare)].length) <= MOST;
}
