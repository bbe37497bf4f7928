import { closeSync, createReadStream, openSync, readSync } from "node:fs";

/** Bytes per line: far more than a document may have. */
const LINE_LIMIT = 16 * 1024 * 1024;
const CHUNK_BYTES = 1024 * 1024;
const NEWLINE = 10;

/** Like `linesOf`, without blocking the thread between chunks. */
export async function* streamedLinesOf(path: string): AsyncGenerator<string> {
  const lines = new Lines();
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) yield* lines.take(chunk);
  yield* lines.end();
}

export function* linesOf(path: string): Generator<string> {
  const file = openSync(path, "r");
  const lines = new Lines();
  try {
    for (;;) {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      const size = readSync(file, chunk);
      if (size === 0) break;
      yield* lines.take(chunk.subarray(0, size));
    }
    yield* lines.end();
  } finally {
    closeSync(file);
  }
}

/** Splits chunks into lines, at newline bytes only. Skips empty lines. */
class Lines {
  #rest: Buffer[] = [];
  #bytes = 0;

  *take(chunk: Buffer): Generator<string> {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      this.#append(chunk.subarray(from, end));
      yield* this.end();
      from = end + 1;
    }
    this.#append(chunk.subarray(from));
  }

  /** Ends the current line. */
  *end(): Generator<string> {
    const line = Buffer.concat(this.#rest).toString("utf8").trim();
    this.#rest = [];
    this.#bytes = 0;
    if (line !== "") yield line;
  }

  #append(part: Buffer): void {
    this.#bytes += part.length;
    if (this.#bytes > LINE_LIMIT) throw new Error(`A line may have ${LINE_LIMIT} bytes.`);
    this.#rest.push(part);
  }
}
