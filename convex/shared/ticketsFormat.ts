/** The format of a file of ticket codes: separator, header and column, guessed from its beginning. */
import Papa from "papaparse";
import { areNumbered, normaliseTicketCode, ticketProblemIn, type TicketProblem } from "./tickets";

/** The separators between columns. `none`: a character that no text has, for a file with one column. */
export const separators = { semicolon: ";", comma: ",", tab: "\t", none: Papa.RECORD_SEP } as const;
export type Separator = keyof typeof separators;

/** A file's format. `column`: from 0. Null: not clear, so a person must choose. */
export type TicketFormat = { separator: Separator; hasHeader: boolean; columns: number; column: number | null };
/** A person's choices in place of the guesses. */
export type ChosenFormat = Partial<Pick<TicketFormat, "separator" | "hasHeader" | "column">>;
/** A format and what it reads from the file. `names`: of the columns. Null without a header. */
export type ReadFormat = TicketFormat & {
  names: string[] | null;
  codes: { typed: string; problem: TicketProblem | null }[];
};

/** Reads the beginning of a file. Returns its format and its first three codes. */
export function formatOf(beginning: string, chosen: ChosenFormat = {}): ReadFormat {
  const separator = chosen.separator ?? separatorOf(beginning);
  const rows = rowsOf(beginning, separator);
  const first = (rows[0] ?? [""]).map((cell) => cell.trim());
  const hasHeader = chosen.hasHeader ?? isHeader(first);
  const names = hasHeader ? first : null;
  const below = hasHeader ? rows.slice(1) : rows;
  const column = chosen.column ?? columnOf(names, first.length, below);
  const format = { separator, hasHeader, columns: first.length, column };
  const shown = column === null ? [] : below.slice(0, SHOWN);
  const codes = shown.map((row) => {
    const typed = codeIn(row, format);
    return { typed, problem: ticketProblemIn(typed) };
  });
  return { ...format, names, codes };
}

/**
 * Returns the code of a row. A row with more cells than the first one has a separator too many, so the code's cell is unknown. Then this
 * returns the whole row, which is refused for the separator inside.
 */
export function codeIn(row: readonly string[], { separator, columns, column }: TicketFormat): string {
  const hasTooMany = row.slice(columns).some((cell) => cell.trim() !== "");
  return hasTooMany ? row.join(separators[separator]) : (row[column ?? 0] ?? "");
}

const SHOWN = 3;
/** How many rows the guess reads. */
const JUDGED = 50;
/** The share of a column's cells that must look like codes. */
const MOSTLY = 0.8;
const codeName = /(?:^|[^a-z])(?:codes?|barcodes?|secret|tickets?|qr)(?:[^a-z]|$)/i;

function rowsOf(text: string, separator: Separator): string[][] {
  const options = { delimiter: separators[separator], preview: JUDGED, skipEmptyLines: "greedy" } as const;
  return Papa.parse<string[]>(text.replace(/^\ufeff/, ""), options).data;
}

/** Returns the separator that gives most rows as many cells as the first row, and more than one. */
function separatorOf(text: string): Separator {
  let [best, most] = ["none" as Separator, 0];
  for (const separator of ["semicolon", "tab", "comma"] as const) {
    const rows = rowsOf(text, separator);
    const columns = rows[0]?.length ?? 0;
    const alike = columns > 1 ? rows.filter(({ length }) => length === columns).length : 0;
    if (alike > most) [best, most] = [separator, alike];
  }
  return best;
}

function isHeader(cells: readonly string[]): boolean {
  const texts = cells.filter((cell) => !/\d/.test(cell));
  return texts.some((cell) => codeName.test(cell)) || (cells.length > 1 && texts.length === cells.length);
}

/** Returns the column of the codes, by its name or else by its cells. Null: none, or several. */
function columnOf(names: string[] | null, columns: number, rows: string[][]): number | null {
  const all = Array.from({ length: columns }, (_, index) => index);
  const named = all.filter((index) => codeName.test(names?.[index] ?? ""));
  const possible = named.length > 0 ? named : all;
  const fitting = possible.length > 1 ? possible.filter((index) => haveCodes(rows.map((row) => row[index]))) : possible;
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

function haveCodes(cells: readonly (string | undefined)[]): boolean {
  const typed = cells.filter((cell) => cell !== undefined && cell.trim() !== "") as string[];
  const likely = new Set(typed.filter(isLikely).map(normaliseTicketCode));
  return typed.length > 0 && likely.size >= typed.length * MOSTLY && !areNumbered([...likely]);
}

/** True if a cell can be a code, and is no name, address, link or time. */
function isLikely(typed: string): boolean {
  return ticketProblemIn(typed) === null && /\d/.test(typed) && !/[@:/]/.test(typed);
}
