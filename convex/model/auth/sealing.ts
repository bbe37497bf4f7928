/** Encrypts values that the deployment must read again but the database must not show. The key belongs to this deployment. */
import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import { decodeHex, encodeHexLowerCase } from "@oslojs/encoding";
import { cipherKey, type CipherUse } from "./secrets";

/** Returns a text as stored: a random nonce, then ciphertext and tag, as hex. Call it in actions. */
export async function encrypted(use: CipherUse, text: string): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE));
  const sealed = xchacha20poly1305(await cipherKey(use), nonce).encrypt(new TextEncoder().encode(text));
  return encodeHexLowerCase(nonce) + encodeHexLowerCase(sealed);
}

/** Returns null if the text was stored with another key, or was changed. */
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
