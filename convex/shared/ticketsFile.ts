/** A CSV file of ticket codes: its lines, and the result of uploading them. */
import { normaliseTicketCode, type TicketProblem } from "./tickets";

/** A code and its line number, from one. */
export type TicketLine = { line: number; code: string };

/** The result of an upload so far. */
export type TicketTally = {
  /** Lines with content, without the header. */
  read: number;
  added: number;
  /** Already stored. */
  present: number;
  /** Codes that occur earlier in the file. */
  repeated: number;
  badCount: number;
  /** The first hundred bad lines. */
  bad: { line: number; problem: TicketProblem }[];
};

/** True for the row that names the separator for Excel: `sep=;`. */
export function isSeparatorLine([first = "", ...rest]: readonly string[]): boolean {
  return /^\ufeff?sep=.?$/i.test(first) && rest.every((cell) => cell === "");
}

/** Returns the codes of some rows, without empty rows. `line`: the line number of the first row. */
export function linesOf(
  rows: readonly string[][],
  codeIn: (row: readonly string[]) => string,
  line: number,
): { lines: TicketLine[]; next: number } {
  const lines: TicketLine[] = [];
  let next = line;
  for (const row of rows) {
    const isCode = row.some((cell) => cell.trim() !== "") && !(next === 1 && isSeparatorLine(row));
    if (isCode) lines.push({ line: next, code: codeIn(row) });
    // A quoted cell may span several lines.
    next += 1 + row.reduce((sum, cell) => sum + cell.split("\n").length - 1, 0);
  }
  return { lines, next };
}

/** The result of one batch. `bad`: by index in the batch, from zero. */
export type BatchResult = {
  added: number;
  present: number;
  repeated: number;
  bad: { index: number; problem: TicketProblem }[];
};

/** Sends a file's codes in batches and counts the results. Sends no code twice. */
export class TicketBatches {
  readonly tally: TicketTally = { read: 0, added: 0, present: 0, repeated: 0, badCount: 0, bad: [] };
  readonly #seen = new Set<string>();

  constructor(readonly send: (codes: string[]) => Promise<BatchResult>) {}

  /** Sends one batch. */
  async take(lines: readonly TicketLine[]): Promise<void> {
    const fresh = lines.filter(({ code }) => !this.#seen.has(normaliseTicketCode(code)));
    const { tally } = this;
    // A file that repeats the same few lines costs one call.
    const isKnown = fresh.length === 0 && tally.read > 0;
    const result = isKnown ? emptyResult : await this.send(fresh.map(({ code }) => code));
    // Marked only now, because a batch that did not arrive is sent again.
    for (const code of fresh.map((line) => normaliseTicketCode(line.code))) if (code !== "") this.#seen.add(code);
    tally.read += lines.length;
    tally.added += result.added;
    tally.present += result.present;
    tally.repeated += result.repeated + lines.length - fresh.length;
    tally.badCount += result.bad.length;
    for (const { index, problem } of result.bad) {
      if (tally.bad.length < LISTED) tally.bad.push({ line: fresh[index]?.line ?? 0, problem });
    }
  }
}

const emptyResult: BatchResult = { added: 0, present: 0, repeated: 0, bad: [] };
const LISTED = 100;
