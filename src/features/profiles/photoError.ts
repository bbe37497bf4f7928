import { limits } from "../../../convex/shared/limits";
import { words } from "./words";

/** What the picker offers and the deployment accepts. */
export const photoTypes = ["image/jpeg", "image/png", "image/webp"];

/** What is wrong with a chosen file, in a sentence, as far as its type and size tell. */
export function photoError(file: { type: string; size: number }): string | null {
  if (!photoTypes.includes(file.type)) return words.photoType;
  if (file.size >= limits.photoMaxBytes) return words.photoTooLarge;
  return null;
}
