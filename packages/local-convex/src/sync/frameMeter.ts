/** What a fragment costs beside its bytes: a few bytes on the wire are an object in memory. */
const PER_FRAME = 64;
const CONTROL = 0x08;
const FIN = 0x80;

/**
 * Follows the frames of a client's WebSocket (RFC 6455) to know how much of a message has arrived that is not complete.
 * The `ws` library tells of a message only when it is.
 */
export class FrameMeter {
  readonly #header = Buffer.alloc(10);
  #headerBytes = 0;
  #headerLength = 2;
  #payloadLeft = 0;
  #unfinished = 0;

  /** Takes the next bytes from the wire; gives how many bytes are held of the message that they end in. */
  add(chunk: Uint8Array): number {
    for (let at = 0; at < chunk.length;) {
      if (this.#payloadLeft === 0) this.#addHeaderByte(chunk[at++]!);
      else {
        const part = Math.min(this.#payloadLeft, chunk.length - at);
        at += part;
        this.#payloadLeft -= part;
        if (this.#isData) this.#unfinished += part;
        if (this.#payloadLeft === 0) this.#endFrame();
      }
    }
    return this.#unfinished;
  }

  get #isData(): boolean {
    return (this.#header[0]! & CONTROL) === 0;
  }

  #addHeaderByte(byte: number): void {
    // The mask's four bytes are of no interest.
    if (this.#headerBytes < this.#header.length) this.#header[this.#headerBytes] = byte;
    this.#headerBytes += 1;
    if (this.#headerBytes === 2) this.#headerLength = headerLengthOf(byte);
    if (this.#headerBytes < this.#headerLength) return;
    this.#payloadLeft = this.#payloadLength();
    if (this.#isData) this.#unfinished += PER_FRAME;
    this.#headerBytes = 0;
    this.#headerLength = 2;
    if (this.#payloadLeft === 0) this.#endFrame();
  }

  #endFrame(): void {
    if (this.#isData && (this.#header[0]! & FIN) !== 0) this.#unfinished = 0;
  }

  #payloadLength(): number {
    const short = this.#header[1]! & 0x7f;
    if (short < 126) return short;
    if (short === 126) return this.#header.readUInt16BE(2);
    return this.#header.readUInt32BE(2) * 2 ** 32 + this.#header.readUInt32BE(6);
  }
}

function headerLengthOf(second: number): number {
  const short = second & 0x7f;
  return 2 + (short < 126 ? 0 : short === 126 ? 2 : 8) + ((second & 0x80) === 0 ? 0 : 4);
}
