/**
 * Returns a line of a CSV file (RFC 4180). A cell that begins like a formula gets an apostrophe: otherwise a spreadsheet would run a
 * stranger's name. Some spreadsheets split cells at semicolons, and some start formulas with wide signs.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(",")}\r\n`;
}

/** Tells spreadsheets that a file is UTF-8. */
export const BYTE_ORDER_MARK = "\ufeff";

function cell(text: string): string {
  const escaped = text.replace(/(^|;)(?=\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/g, "$1'");
  return /[",\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped;
}
