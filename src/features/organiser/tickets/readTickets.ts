/** Reads ticket codes from a file in pieces, so a long list is never in memory as a whole. */
import Papa from "papaparse";
import { limits } from "../../../../convex/shared/limits";
import { linesOf, type TicketBatches, type TicketLine } from "../../../../convex/shared/ticketsFile";
import {
  codeIn,
  formatOf,
  separators,
  type ChosenFormat,
  type ReadFormat,
  type TicketFormat,
} from "../../../../convex/shared/ticketsFormat";

/** Why a file is refused: too large, not text, empty, or not readable, such as while another program locks it. */
export type FileProblem = "tooLarge" | "noText" | "empty" | "unreadable";
/** A file and how to parse it. `formatOf`: the detected format, overridden by the organiser's choices. */
export type TicketFile = { file: File; formatOf: (chosen: ChosenFormat) => ReadFormat };
export type Ending = "done" | "stopped" | "tooMany";

/** Checks the size and the first `CHUNK_BYTES` bytes of a file. Returns the problem, if there is one. */
export async function inspectFile(file: File): Promise<TicketFile | FileProblem> {
  if (file.size > limits.ticketsFileMaxBytes) return "tooLarge";
  if (file.size === 0) return "empty";
  const bytes = await file
    .slice(0, CHUNK_BYTES)
    .arrayBuffer()
    .catch(() => null);
  if (bytes === null) return "unreadable";
  const text = textIn(bytes);
  if (text === null) return "noText";
  return { file, formatOf: (chosen) => formatOf(text, chosen) };
}

/**
 * Sends a file's codes in batches, from where `batches` stopped. Checks `isStopped` before each batch. Reports the share sent, 0 to 1,
 * after each. Returns why it ended.
 */
export async function sendFile(
  file: File,
  format: TicketFormat,
  batches: TicketBatches,
  options: { isStopped: () => boolean; onProgress: (share: number) => void },
): Promise<Ending> {
  const { tally } = batches;
  let [toSkip, line, ending] = [tally.read, 1, "done" as Ending];
  const waiting: TicketLine[] = [];
  let sentBytes = 0;
  const send = async (atLeast: number, upTo: number): Promise<boolean> => {
    const total = waiting.length;
    for (const from = sentBytes; waiting.length >= atLeast;) {
      if (options.isStopped()) ending = "stopped";
      else if (tally.read >= limits.ticketsMax) ending = "tooMany";
      if (ending !== "done") return false;
      await batches.take(waiting.splice(0, Math.min(limits.ticketsBatch, limits.ticketsMax - tally.read)));
      sentBytes = from + ((upTo - from) * (total - waiting.length)) / total;
      options.onProgress(sentBytes / file.size);
    }
    return true;
  };
  let isHeaderDue = format.hasHeader;
  const codeOf = (row: readonly string[]) => codeIn(row, format);
  await readRows(file, separators[format.separator], async (rows, cursor) => {
    const { lines, next } = linesOf(rows, codeOf, line);
    // The header is the first line that is not empty.
    if (isHeaderDue && lines.length > 0) [isHeaderDue] = [false, lines.shift()];
    const skipped = Math.min(toSkip, lines.length);
    [line, toSkip] = [next, toSkip - skipped];
    waiting.push(...lines.slice(skipped));
    return await send(limits.ticketsBatch, cursor);
  });
  if (ending === "done") await send(1, file.size);
  return ending;
}

const CHUNK_BYTES = 64 * 1024;

/**
 * Returns the text of a file's first bytes. Null: not text, such as a picture or a spreadsheet. Excel's plain CSV has names in the
 * computer's own encoding. They are misread here, but not its codes, which are ASCII.
 */
function textIn(bytes: ArrayBuffer): string | null {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes, { stream: true });
  return text.includes("\u0000") ? null : text;
}

/** Returns the encoding that a file's first two bytes mark, as in Excel's "Unicode text", or UTF-8. */
function encodingOf(bytes: ArrayBuffer): "utf-8" | "utf-16le" | "utf-16be" {
  const mark = String(new Uint8Array(bytes).slice(0, 2));
  if (mark === "255,254") return "utf-16le";
  return mark === "254,255" ? "utf-16be" : "utf-8";
}

/** Reads rows piece by piece, waiting for `onRows` each time. Stops if `onRows` returns false. */
async function readRows(
  file: File,
  delimiter: string,
  onRows: (rows: string[][], cursor: number) => Promise<boolean>,
): Promise<void> {
  const encoding = encodingOf(await file.slice(0, 2).arrayBuffer());
  const bytesPerCharacter = encoding === "utf-8" ? 1 : 2;
  await new Promise<void>((resolve, reject) => {
    Papa.parse<string[]>(file, {
      chunkSize: CHUNK_BYTES,
      delimiter,
      encoding,
      chunk: ({ data, meta }, parser) => {
        parser.pause();
        onRows(data, meta.cursor * bytesPerCharacter).then(
          (continues) => (continues ? parser.resume() : parser.abort()),
          (error: unknown) => {
            parser.abort();
            reject(error instanceof Error ? error : new Error(String(error)));
          },
        );
      },
      complete: () => resolve(),
      error: reject,
    });
  });
}
