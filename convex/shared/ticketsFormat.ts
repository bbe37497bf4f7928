/** The format of a file of ticket codes: separator, header and column, guessed from its beginning. */
import Papa from "papaparse";
import { isSeparatorLine } from "./ticketsFile";
import { areNumbered, normaliseTicketCode, ticketProblemIn, type TicketProblem } from "./tickets";

/** The separators between columns. `none`: a character that no text has, for a file with one column. */
export const separators = { semicolon: ";", comma: ",", tab: "\t", none: Papa.RECORD_SEP } as const;
export type Separator = keyof typeof separators;

/** A file's format. `column`: from 0. Null: not clear, so a person must choose. */
export type TicketFormat = { separator: Separator; hasHeader: boolean; columns: number; column: number | null };
/** A person's choices in place of the guesses. */
export type ChosenFormat = Partial<Pick<TicketFormat, "separator" | "hasHeader" | "column">>;
/**
 * A format and its results for a file. `hasHeader`: null where the first line may be names or a code, so a person must choose. `names`: the
 * first line, unless it is a code.
 */
export type ReadFormat = Omit<TicketFormat, "hasHeader"> & {
  hasHeader: boolean | null;
  names: string[] | null;
  codes: { typed: string; problem: TicketProblem | null }[];
};

/** Reads the beginning of a file. Returns its format and its first three codes. */
export function formatOf(beginning: string, chosen: ChosenFormat = {}): ReadFormat {
  const separator = chosen.separator ?? separatorOf(beginning);
  const rows = rowsOf(beginning, separator);
  const first = (rows[0] ?? [""]).map((cell) => cell.trim());
  const guess = isHeader(first);
  const hasHeader = chosen.hasHeader ?? guess;
  const names = hasHeader === false ? null : first;
  const column = chosen.column ?? columnOf(names, first.length, guess === false ? rows : rows.slice(1));
  const format = { separator, hasHeader, columns: first.length, column };
  const shown = column === null ? [] : rows.slice(hasHeader ? 1 : 0).slice(0, SHOWN);
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
export function codeIn(
  row: readonly string[],
  { separator, columns, column }: Pick<TicketFormat, "separator" | "columns" | "column">,
): string {
  const hasTooMany = row.slice(columns).some((cell) => cell.trim() !== "");
  return hasTooMany ? row.join(separators[separator]) : (row[column ?? 0] ?? "");
}

const SHOWN = 3;
/** How many rows the guess reads. */
const ROWS_READ = 50;
/** The share of a column's cells that must look like codes. */
const CODE_SHARE = 0.8;
const codeName = /(?:^|[^a-z])(?:codes?|barcodes?|secret|tickets?|qr)(?:[^a-z]|$)/i;

function rowsOf(text: string, separator: Separator): string[][] {
  const options = { delimiter: separators[separator], preview: ROWS_READ, skipEmptyLines: "greedy" } as const;
  const { data } = Papa.parse<string[]>(text.replace(/^\ufeff/, ""), options);
  return isSeparatorLine(data[0] ?? []) ? data.slice(1) : data;
}

/**
 * Returns the separator that the first line names for Excel. Otherwise returns the separator that gives most rows as many cells as the
 * first row, at least two.
 */
function separatorOf(text: string): Separator {
  const possible = ["semicolon", "tab", "comma"] as const;
  const declared = /^\ufeff?sep=(.)/i.exec(text)?.[1];
  let [best, bestCount] = [
    possible.find((separator) => separators[separator] === declared) ?? ("none" as Separator),
    0,
  ];
  for (const separator of best === "none" ? possible : []) {
    const rows = rowsOf(text, separator);
    const columns = rows[0]?.length ?? 0;
    const matching = columns > 1 ? rows.filter(({ length }) => length === columns).length : 0;
    if (matching > bestCount) [best, bestCount] = [separator, matching];
  }
  return best;
}

/** Returns null if unclear: the cells of a line without digits may be column names or codes. */
function isHeader(cells: readonly string[]): boolean | null {
  const texts = cells.filter((cell) => !/\d/.test(cell));
  if (texts.some((cell) => codeName.test(cell))) return true;
  return cells.length > 1 && texts.length === cells.length ? null : false;
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
  return typed.length > 0 && likely.size >= typed.length * CODE_SHARE && !areNumbered([...likely]);
}

/** True if a cell can be a code, and is not a name, address, link or time. */
function isLikely(typed: string): boolean {
  return ticketProblemIn(typed) === null && /\d/.test(typed) && !/[@:/]/.test(typed);
}
