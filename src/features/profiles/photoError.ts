import { limits } from "../../../convex/shared/limits";
import { words } from "./words";

/** File types for the picker. Some systems give a HEIC file no type, only an extension. */
export const photoTypes = "image/*,.heic,.heif";

/** Bytes. The largest file that may be chosen. It is scaled down before sending, to fit `limits.photoMaxBytes`. */
const CHOSEN_MAX_BYTES = 20 * 1024 * 1024;

type ChosenFile = { type: string; name: string; size: number };

/** Returns the error message for a chosen file, judged by name, type and size. Null: none. */
export function photoError(file: ChosenFile): string | null {
  if (!readable.includes(file.type) && !isHeic(file)) return words.photoType;
  return file.size > CHOSEN_MAX_BYTES ? words.photoOver20 : null;
}

/** Returns the error message for a file that the browser could not read. */
export function unreadableError(file: ChosenFile): string {
  if (isHeic(file)) return words.photoHeic;
  // It cannot be scaled down either.
  return file.size >= limits.photoMaxBytes ? words.photoTooLarge : words.photoBroken;
}

const readable = ["image/jpeg", "image/png", "image/webp", "image/avif"];

/** HEIC, the format of iPhones and some Android phones. Only Safari reads it. */
function isHeic({ type, name }: ChosenFile): boolean {
  return /^image\/hei[cf](-sequence)?$/.test(type) || (type === "" && /\.hei[cf]$/i.test(name));
}
