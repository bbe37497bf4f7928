/** The cost of a fragment beside its bytes: a few bytes on the wire are an object in memory. */
const PER_FRAME = 64;
const CONTROL = 0x08;
const FIN = 0x80;

/**
 * Follows the frames of a client's WebSocket (RFC 6455) to know how much of a message has arrived that is not complete.
 * The `ws` library tells of a message only when it is.
 */
export class FrameMeter {
  // Numbers and no buffer: there is a meter for each socket.
  #firstByte = 0;
  #headerBytes = 0;
  #headerLength = 2;
  /** Where the bytes of the length end. */
  #lengthEnd = 2;
  #length = 0;
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

  /** How large the message will be as far as its frames say: what has arrived, and the rest of the current frame. */
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
    // The mask's four bytes are of no interest.
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
