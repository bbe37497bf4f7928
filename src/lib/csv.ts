/**
 * A line of a CSV file (RFC 4180). A cell that begins as a formula does gets an apostrophe before it: a spreadsheet would run what
 * a stranger has typed as their name.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(",")}\r\n`;
}

/** By this spreadsheets know that a file is UTF-8. */
export const BYTE_ORDER_MARK = "\ufeff";

function cell(text: string): string {
  const harmless = /^\s*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
