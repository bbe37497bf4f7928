import { floatOf, integerOf, kindOf, type Json, type JsonObject } from "./values";

// Encoded keys compare by bytes (memcmp) exactly as their values do in Convex. One tag byte, then the payload.
const UNDEFINED = 0x01;
const NULL = 0x03;
const INTEGER_ZERO = 0x08;
const FLOAT = 0x0d;
const FALSE = 0x0e;
const TRUE = 0x0f;
const STRING = 0x10;
const BYTES = 0x11;
const ARRAY = 0x12;
const OBJECT = 0x15;
/** Precedes each field, so an empty name does not look like the object's end. */
const FIELD = 0x01;

/** Bytes of an encoded float: a tag and eight more. Every index key ends with one, the creation time. */
export const FLOAT_KEY_LENGTH = 9;

/** Writes one key, part by part. Reusable: `take` copies the key. */
class KeyWriter {
  #bytes = Buffer.allocUnsafe(256);
  #end = 0;

  /** Adds a value. Undefined: a missing field. */
  value(value: Json | undefined): this {
    if (typeof value === "string") this.#string(value);
    else if (typeof value === "number") this.#float(value);
    else if (value === undefined) this.#tag(UNDEFINED);
    else if (value === null) this.#tag(NULL);
    else if (typeof value === "boolean") this.#tag(value ? TRUE : FALSE);
    else if (Array.isArray(value)) this.#array(value);
    else this.#special(value);
    return this;
  }

  /** Adds bytes that are already encoded. */
  raw(key: Uint8Array): this {
    this.#reserve(key.length);
    this.#bytes.set(key, this.#end);
    this.#end += key.length;
    return this;
  }

  /** Returns the key as its own buffer, and empties the writer. */
  take(): Buffer {
    const key = Buffer.allocUnsafe(this.#end);
    this.#bytes.copy(key, 0, 0, this.#end);
    this.#end = 0;
    return key;
  }

  #special(value: JsonObject): void {
    const kind = kindOf(value);
    if (kind === "int64") this.#integer(integerOf(value));
    else if (kind === "float64") this.#float(floatOf(value));
    else if (kind === "bytes") this.#escaped(BYTES, String(value["$bytes"]), "base64");
    else if (Object.hasOwn(value, "$undefined")) this.#tag(UNDEFINED);
    else this.#object(value);
  }

  #float(value: number): void {
    this.#reserve(FLOAT_KEY_LENGTH);
    const at = this.#end + 1;
    this.#bytes[this.#end] = FLOAT;
    this.#bytes.writeDoubleBE(value, at);
    // Negative: inverts all bits. Positive: sets the first bit, so it sorts after the negative ones.
    if (this.#bytes[at]! & 0x80) for (let i = at; i < at + 8; i++) this.#bytes[i]! ^= 0xff;
    else this.#bytes[at]! |= 0x80;
    this.#end = at + 8;
  }

  #integer(value: bigint): void {
    const size = integerSize(value);
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64BE(value);
    this.#tag(INTEGER_ZERO + (value < 0n ? -INTEGER_STEP[size]! : INTEGER_STEP[size]!));
    this.raw(bytes.subarray(8 - size));
  }

  /** Fast path for plain ASCII, such as ids: no byte needs an escape. */
  #string(text: string): void {
    this.#reserve(text.length + 2);
    const target = this.#bytes;
    let end = this.#end;
    target[end++] = STRING;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code < 2 || code > 0x7f) return this.#escaped(STRING, text, "utf8");
      target[end++] = code;
    }
    target[end++] = 0;
    this.#end = end;
  }

  #escaped(tag: number, text: string, encoding: "utf8" | "base64"): void {
    this.#tag(tag);
    this.#terminated(Buffer.from(text, encoding));
  }

  #terminated(bytes: Buffer): void {
    this.#reserve(bytes.length * 2 + 1);
    const target = this.#bytes;
    let end = this.#end;
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i]!;
      // A zero byte is the terminator. So 00 is escaped as 01 01, and 01 as 01 02.
      if (byte < 2) {
        target[end++] = 1;
        target[end++] = byte + 1;
      } else {
        target[end++] = byte;
      }
    }
    target[end++] = 0;
    this.#end = end;
  }

  #array(values: Json[]): void {
    this.#tag(ARRAY);
    for (const item of values) this.value(item);
    this.#tag(0);
  }

  #object(value: JsonObject): void {
    this.#tag(OBJECT);
    for (const field of Object.keys(value).sort()) {
      this.#tag(FIELD);
      this.#terminated(Buffer.from(field));
      this.value(value[field]!);
    }
    this.#tag(0);
  }

  #tag(byte: number): void {
    this.#reserve(1);
    this.#bytes[this.#end++] = byte;
  }

  #reserve(bytes: number): void {
    if (this.#end + bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe((this.#end + bytes) * 2);
    this.#bytes.copy(larger, 0, 0, this.#end);
    this.#bytes = larger;
  }
}

const writer = new KeyWriter();

export function keyOf(values: readonly (Json | undefined)[]): Buffer {
  for (const value of values) writer.value(value);
  return writer.take();
}

/** Returns the smallest key above all keys that start with `prefix`, or null if there is none. */
export function keyAfterPrefix(prefix: Uint8Array): Buffer | null {
  let end = prefix.length;
  while (end > 0 && prefix[end - 1] === 0xff) end--;
  if (end === 0) return null;
  const key = Buffer.from(prefix.subarray(0, end));
  key[end - 1]!++;
  return key;
}

export function endOfValue(key: Uint8Array, start: number): number {
  const tag = key[start]!;
  if (tag === FLOAT) return start + FLOAT_KEY_LENGTH;
  if (tag === STRING || tag === BYTES) return endOfTerminated(key, start + 1);
  if (tag === ARRAY) return endOfArray(key, start + 1);
  if (tag === OBJECT) return endOfObject(key, start + 1);
  if (tag >= 0x04 && tag <= 0x0c) return start + 1 + INTEGER_BYTES[Math.abs(tag - INTEGER_ZERO)]!;
  return start + 1;
}

export function floatAt(key: Uint8Array, start: number): number {
  const bytes = Buffer.alloc(8);
  bytes.set(key.subarray(start + 1, start + FLOAT_KEY_LENGTH));
  if (bytes[0]! & 0x80) bytes[0]! &= 0x7f;
  else for (let i = 0; i < 8; i++) bytes[i]! ^= 0xff;
  return bytes.readDoubleBE(0);
}

const INTEGER_STEP: Record<number, number> = { 0: 0, 1: 1, 2: 2, 4: 3, 8: 4 };
const INTEGER_BYTES = [0, 1, 2, 4, 8];

function integerSize(value: bigint): number {
  if (value === 0n) return 0;
  const size = [1, 2, 4].find((bytes) => BigInt.asIntN(bytes * 8, value) === value);
  return size ?? 8;
}

function endOfTerminated(key: Uint8Array, start: number): number {
  return key.indexOf(0, start) + 1;
}

function endOfArray(key: Uint8Array, start: number): number {
  let at = start;
  while (at < key.length && key[at] !== 0) at = endOfValue(key, at);
  return at + 1;
}

function endOfObject(key: Uint8Array, start: number): number {
  let at = start;
  while (at < key.length && key[at] === FIELD) at = endOfValue(key, endOfTerminated(key, at + 1));
  return at + 1;
}
