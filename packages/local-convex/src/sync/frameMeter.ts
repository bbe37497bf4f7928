/** Bytes counted per fragment in addition to its payload: even a tiny one is an object in memory. */
const PER_FRAME = 64;
const CONTROL = 0x08;
const FIN = 0x80;

/**
 * Parses the frames of a client's WebSocket (RFC 6455) to know how much of an incomplete message has arrived. The `ws` library reports only
 * complete messages.
 */
export class FrameMeter {
  // Numbers instead of a buffer, because each socket has a meter.
  #firstByte = 0;
  #headerBytes = 0;
  #headerLength = 2;
  /** Where the header's length bytes end. */
  #lengthEnd = 2;
  #length = 0;
  #payloadLeft = 0;
  #unfinished = 0;

  /** Adds the next bytes from the socket. Returns how many bytes of an incomplete message are in memory. */
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

  /** The message's size as known so far: what has arrived, and the rest of the current frame. */
  get expectedBytes(): number {
    return this.#unfinished + (this.#isData ? this.#payloadLeft : 0);
  }

  get #isData(): boolean {
    return (this.#firstByte & CONTROL) === 0;
  }

  #addHeaderByte(byte: number): void {
    const at = this.#headerBytes++;
    if (at === 0) this.#firstByte = byte;
    else if (at === 1) this.#startLength(byte);
    // Ignores the mask's four bytes.
    else if (at < this.#lengthEnd) this.#length = this.#length * 256 + byte;
    if (this.#headerBytes < this.#headerLength) return;
    this.#payloadLeft = this.#length;
    if (this.#isData) this.#unfinished += PER_FRAME;
    this.#headerBytes = 0;
    this.#headerLength = 2;
    if (this.#payloadLeft === 0) this.#endFrame();
  }

  #endFrame(): void {
    if (this.#isData && (this.#firstByte & FIN) !== 0) this.#unfinished = 0;
  }

  #startLength(secondByte: number): void {
    const short = secondByte & 0x7f;
    this.#length = short < 126 ? short : 0;
    this.#lengthEnd = 2 + (short < 126 ? 0 : short === 126 ? 2 : 8);
    this.#headerLength = this.#lengthEnd + ((secondByte & 0x80) === 0 ? 0 : 4);
  }
}
