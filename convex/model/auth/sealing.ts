/** What has to be read again and may not be read in the database: encrypted with a key of this deployment. */
import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import { decodeHex, encodeHexLowerCase } from "@oslojs/encoding";
import { cipherKey, type CipherUse } from "./secrets";

/** A text as it is stored: a random nonce, then ciphertext and tag, as hex. Call it in actions. */
export async function encrypted(use: CipherUse, text: string): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE));
  const sealed = xchacha20poly1305(await cipherKey(use), nonce).encrypt(new TextEncoder().encode(text));
  return encodeHexLowerCase(nonce) + encodeHexLowerCase(sealed);
}

/** Null: it was stored with another key, or changed since. */
export async function decrypted(use: CipherUse, stored: string): Promise<string | null> {
  const bytes = decodeHex(stored);
  try {
    const cipher = xchacha20poly1305(await cipherKey(use), bytes.slice(0, NONCE));
    return new TextDecoder().decode(cipher.decrypt(bytes.slice(NONCE)));
  } catch {
    return null;
  }
}

const NONCE = 24;
