import { createDecipheriv, createPublicKey, diffieHellman, hkdfSync, type KeyObject } from "node:crypto";

/** A browser's keys: its private key, public point and secret. */
export interface BrowserKeys {
  privateKey: KeyObject;
  point: Buffer;
  auth: Buffer;
}

/**
 * Decrypts a message as a browser does: one record of aes128gcm (RFC 8188) with a subscription's keys (RFC 8291). Returns null if a browser
 * could not read it. Does not use the library that encrypts, so that the two check each other.
 */
export function decrypt(body: Buffer, browser: BrowserKeys): string | null {
  try {
    const salt = body.subarray(0, 16);
    const recordSize = body.readUInt32BE(16);
    const idLength = body.readUInt8(20);
    const sender = body.subarray(21, 21 + idLength);
    const record = body.subarray(21 + idLength);
    if (idLength !== POINT || record.length > recordSize) return null;
    const shared = diffieHellman({ privateKey: browser.privateKey, publicKey: keyOf(sender) });
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), browser.point, sender]);
    const secret = hkdf(shared, browser.auth, info, 32);
    const key = hkdf(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
    const nonce = hkdf(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
    return textOf(open(record, key, nonce));
  } catch {
    return null;
  }
}

const POINT = 65;
const TAG = 16;
/** Ends the last record's content. Only zeros may follow. */
const LAST = 2;

function open(record: Buffer, key: Buffer, nonce: Buffer): Buffer {
  const cipher = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(record.subarray(-TAG));
  return Buffer.concat([cipher.update(record.subarray(0, -TAG)), cipher.final()]);
}

function textOf(padded: Buffer): string | null {
  let end = padded.length - 1;
  while (end > 0 && padded[end] === 0) end -= 1;
  return padded[end] === LAST ? new TextDecoder("utf-8", { fatal: true }).decode(padded.subarray(0, end)) : null;
}

function hkdf(key: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync("sha256", key, salt, info, length));
}

/** Returns the public key with an uncompressed point. */
export function keyOf(point: Buffer): KeyObject {
  const [x, y] = [point.subarray(1, 33).toString("base64url"), point.subarray(33).toString("base64url")];
  return createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
}
