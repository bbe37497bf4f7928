import { randomFillSync } from "node:crypto";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const HALF_BITS = 28;
const HALF = 2 ** HALF_BITS;
const HALF_MASK = HALF - 1;
const TICK_BYTES = 7;
const RANDOM_BYTES = 9;
const BODY_BYTES = TICK_BYTES + RANDOM_BYTES;
const CHECK_BYTES = 2;
const ROUNDS = 4;

/** Ticks per millisecond of the creation clock. Each document has its own tick. */
export const TICKS_PER_MS = 1024;

/** Recently decoded ids in each of the two generations. Functions often read the same ones. */
const GENERATION = 4_096;

/** The parts of an id: its table, and its document's creation tick. */
export interface IdParts {
  readonly tableNumber: number;
  readonly tick: number;
}

/**
 * Encodes and decodes document ids in Convex's format: table number, sixteen bytes, checksum, in Crockford's base32.
 *
 * The sixteen bytes are nine random ones and the document's creation tick, which is its primary key. The tick is scrambled with the
 * deployment's secret, so an id does not reveal when its document was created.
 */
export class IdCodec {
  readonly #keys: number[];
  readonly #bytes = Buffer.alloc(5 + BODY_BYTES + CHECK_BYTES);
  readonly #pool = Buffer.alloc(RANDOM_BYTES * 512);
  #poolAt = this.#pool.length;
  #young = new Map<string, IdParts>();
  #old = new Map<string, IdParts>();

  constructor(secret: Buffer) {
    this.#keys = Array.from({ length: ROUNDS }, (_, round) => secret.readUInt32LE(round * 4));
  }

  encode(tableNumber: number, tick: number): string {
    const bytes = this.#bytes;
    let at = 0;
    for (let rest = tableNumber; ; rest >>>= 7) {
      bytes[at++] = rest >= 0x80 ? (rest & 0x7f) | 0x80 : rest;
      if (rest < 0x80) break;
    }
    const random = at + TICK_BYTES;
    this.#fillRandom(random);
    const [left, right] = this.#scramble(Math.floor(tick / HALF), tick % HALF, bytes.readUInt32LE(random), 1);
    bytes.writeUIntBE(left * 16 + (right >>> 24), at, 4);
    bytes.writeUIntBE(right & 0xffffff, at + 4, 3);
    at += BODY_BYTES;
    bytes.writeUInt16LE(fletcher16(bytes, at), at);
    return toBase32(bytes, at + CHECK_BYTES);
  }

  /** Returns an id's parts, or null for a string that is not an id. The document need not exist. */
  decode(id: string): IdParts | null {
    const known = this.#young.get(id);
    if (known !== undefined) return known;
    const parts = this.#old.get(id) ?? this.#read(id);
    if (parts === null) return null;
    if (this.#young.size === GENERATION) [this.#old, this.#young] = [this.#young, new Map()];
    this.#young.set(id, parts);
    return parts;
  }

  #read(id: string): IdParts | null {
    if (id.length < 31 || id.length > 37) return null;
    const bytes = this.#bytes;
    const length = fromBase32(id, bytes);
    if (length < 0) return null;
    const checkAt = length - CHECK_BYTES;
    if (bytes.readUInt16LE(checkAt) !== fletcher16(bytes, checkAt)) return null;
    const at = checkAt - BODY_BYTES;
    const tableNumber = readVarint(bytes, at);
    if (tableNumber === null) return null;
    const head = bytes.readUInt32BE(at);
    const tail = (head & 15) * 2 ** 24 + bytes.readUIntBE(at + 4, 3);
    const [left, right] = this.#scramble(head >>> 4, tail, bytes.readUInt32LE(at + TICK_BYTES), -1);
    return { tableNumber, tick: left * HALF + right };
  }

  #fillRandom(at: number): void {
    if (this.#poolAt === this.#pool.length) {
      randomFillSync(this.#pool);
      this.#poolAt = 0;
    }
    this.#pool.copy(this.#bytes, at, this.#poolAt, this.#poolAt + RANDOM_BYTES);
    this.#poolAt += RANDOM_BYTES;
  }

  /** A Feistel network over two 28-bit halves. Encodes (1) or decodes (-1). */
  #scramble(left: number, right: number, tweak: number, direction: 1 | -1): [left: number, right: number] {
    for (let i = 0; i < ROUNDS; i++) {
      const key = this.#keys[direction === 1 ? i : ROUNDS - 1 - i]! ^ tweak;
      [left, right] = direction === 1 ? [right, left ^ mix(right, key)] : [right ^ mix(left, key), left];
    }
    return [left, right];
  }
}

function mix(half: number, key: number): number {
  let hash = Math.imul(half ^ key, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return ((hash ^ (hash >>> 13)) >>> 2) & HALF_MASK;
}

function fletcher16(bytes: Buffer, length: number): number {
  let first = 0;
  let second = 0;
  for (let i = 0; i < length; i++) {
    first = (first + bytes[i]!) & 0xff;
    second = (second + first) & 0xff;
  }
  return first | (second << 8);
}

function readVarint(bytes: Buffer, length: number): number | null {
  let value = 0;
  for (let i = 0; i < length; i++) {
    value += (bytes[i]! & 0x7f) * 2 ** (7 * i);
    if (bytes[i]! < 0x80) return i === length - 1 && value < 2 ** 31 ? value : null;
  }
  return null;
}

const PAIRS = Array.from({ length: 1024 }, (_, i) => ALPHABET[i >> 5]! + ALPHABET[i & 31]!);
const DIGITS = new Int8Array(128).fill(-1);
for (let i = 0; i < ALPHABET.length; i++) DIGITS[ALPHABET.charCodeAt(i)] = i;

function toBase32(bytes: Buffer, length: number): string {
  let text = "";
  let bits = 0;
  let value = 0;
  for (let i = 0; i < length; i++) {
    value = ((value & 0x3ff) << 8) | bytes[i]!;
    bits += 8;
    if (bits >= 10) {
      bits -= 10;
      text += PAIRS[(value >> bits) & 1023]!;
    }
  }
  if (bits >= 5) {
    bits -= 5;
    text += ALPHABET[(value >> bits) & 31]!;
  }
  return bits > 0 ? text + ALPHABET[(value << (5 - bits)) & 31]! : text;
}

/** Returns how many bytes were decoded, or -1 if the text is not canonical base32 of an id. */
function fromBase32(text: string, bytes: Buffer): number {
  let bits = 0;
  let value = 0;
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const digit = code < 128 ? DIGITS[code]! : -1;
    if (digit < 0) return -1;
    value = ((value & 0xfff) << 5) | digit;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes[length++] = (value >> bits) & 0xff;
    }
  }
  return (value & ((1 << bits) - 1)) === 0 && length >= BODY_BYTES + CHECK_BYTES + 1 ? length : -1;
}
