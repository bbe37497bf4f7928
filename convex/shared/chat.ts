/** The form of a message, checked the same by the screen and by the server. */
import * as z from "zod";
import { limits } from "./limits";
import { cleanText, countCharacters } from "./text";

export const chatSentences = {
  empty: "Please write a message",
  tooLong: `A message must be at most ${limits.messageMax} characters`,
  key: "Failed to send message",
} as const;

/** A message's text: cleaned, with its line breaks, not empty. A character is a code point, as everywhere. */
export const messageText = z
  .string({ error: chatSentences.empty })
  .transform(cleanText)
  .pipe(
    z
      .string()
      .min(1, chatSentences.empty)
      .refine((text) => countCharacters(text) <= limits.messageMax, chatSentences.tooLong),
  );

/** A message with the key that the sender's client made. */
export const messageForm = z.object({
  key: z.string({ error: chatSentences.key }).regex(/^[\w-]{1,64}$/, chatSentences.key),
  text: messageText,
});
