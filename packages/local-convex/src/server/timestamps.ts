import type { Timestamp } from "../contract/core";

/** Encodes a timestamp for clients: 64 bits, little endian, base64. */
export function encodeTimestamp(ts: Timestamp): string {
  const bytes = Buffer.allocUnsafe(8);
  bytes.writeBigUInt64LE(ts);
  return bytes.toString("base64");
}

/** Decodes `encodeTimestamp`. Returns null if it is invalid. */
export function decodeTimestamp(text: string): Timestamp | null {
  const bytes = Buffer.from(text, "base64");
  return bytes.length === 8 ? bytes.readBigUInt64LE() : null;
}
