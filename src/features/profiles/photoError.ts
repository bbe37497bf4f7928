import { limits } from "../../../convex/shared/limits";
import { words } from "./words";

/** What the picker offers. Some systems give a HEIC file no type, only its name. */
export const photoTypes = "image/*,.heic,.heif";

/** What is made smaller before it is sent; the deployment takes less, see `limits.photoMaxBytes`. */
export const CHOSEN_MAX_BYTES = 20 * 1024 * 1024;

type Chosen = { type: string; name: string; size: number };

/** What is wrong with a chosen file, in a sentence, as far as its name, type and size tell. */
export function photoError(file: Chosen): string | null {
  if (!readable.includes(file.type) && !isHeic(file)) return words.photoType;
  return file.size > CHOSEN_MAX_BYTES ? words.photoOver20 : null;
}

/** What is wrong with a file that the browser could not read as a picture, in a sentence. */
export function unreadableError(file: Chosen): string {
  if (isHeic(file)) return words.photoHeic;
  // It cannot be made smaller either.
  return file.size >= limits.photoMaxBytes ? words.photoTooLarge : words.photoBroken;
}

const readable = ["image/jpeg", "image/png", "image/webp", "image/avif"];

/** What iPhones and some Androids make. Safari reads it, other browsers do not. */
function isHeic({ type, name }: Chosen): boolean {
  return /^image\/hei[cf](-sequence)?$/.test(type) || (type === "" && /\.hei[cf]$/i.test(name));
}
