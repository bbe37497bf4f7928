import { toast } from "../lib/toast";
import { words } from "./words";

/** Copies text, and confirms it with a toast. If the browser forbids it, the text is still readable on the screen. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(words.copied);
  } catch {
    toast.error(words.notCopied);
  }
}
