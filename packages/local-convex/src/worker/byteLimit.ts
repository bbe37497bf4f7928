/** Limits the bytes in progress. Work beyond the limit waits in order. A single piece of work may exceed it. */
export class ByteLimit {
  readonly #limit: number;
  readonly #waiting: { bytes: number; begin: () => void }[] = [];
  #used = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  async run<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    if (this.#waiting.length === 0 && this.#fits(bytes)) this.#used += bytes;
    else await new Promise<void>((begin) => this.#waiting.push({ bytes, begin }));
    try {
      return await work();
    } finally {
      this.#used -= bytes;
      this.#startWaiting();
    }
  }

  #fits(bytes: number): boolean {
    return this.#used === 0 || this.#used + bytes <= this.#limit;
  }

  #startWaiting(): void {
    for (let next = this.#waiting[0]; next !== undefined && this.#fits(next.bytes); next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#used += next.bytes;
      next.begin();
    }
  }
}
