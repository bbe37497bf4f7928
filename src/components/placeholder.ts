import { thumbHashToDataURL } from "thumbhash";
import { ifAllowed } from "../lib/ifAllowed";

/** Decoding one takes a fraction of a millisecond; a card is drawn many times. */
const drawn = new Map<string, string | undefined>();

/** Returns a photo's placeholder, its blurred colours, as an image address. Undefined for none. */
export function placeholderOf(hash: string | undefined): string | undefined {
  if (hash === undefined) return undefined;
  if (!drawn.has(hash)) drawn.set(hash, ifAllowed(() => thumbHashToDataURL(bytesOf(hash))) ?? undefined);
  return drawn.get(hash);
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
