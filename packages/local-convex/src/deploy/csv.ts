const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/** The rows of a CSV file as documents: named by the first row; what reads as a number is one, the rest is text. */
export function* rowsOf(text: string): Generator<Record<string, string | number>> {
  let header: string[] | null = null;
  let row = 0;
  for (const cells of cellsOf(text)) {
    row += 1;
    if (header === null) {
      header = cells;
      continue;
    }
    if (cells.length !== header.length) {
      throw new Error(`Row ${row} has ${cells.length} fields where the header has ${header.length}.`);
    }
    yield Object.fromEntries(header.map((name, at) => [name, valueOf(cells[at]!)]));
  }
}

/** Rows of fields as RFC 4180 has them: commas and line ends may stand inside of quotes, and a quote is doubled there. */
function* cellsOf(text: string): Generator<string[]> {
  const field = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n|\n|$)/y;
  let cells: string[] = [];
  while (field.lastIndex < text.length || cells.length > 0) {
    const start = field.lastIndex;
    const [, cell = "", end] = field.exec(text) ?? [];
    if (end === undefined) throw new Error(`The quotes around character ${start + 1} do not fit together.`);
    cells.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === ",") continue;
    if (cells.length > 1 || cells[0] !== "") yield cells;
    cells = [];
    if (end === "") return;
  }
}

function valueOf(cell: string): string | number {
  return NUMBER.test(cell) ? Number(cell) : cell;
}
