/** Medians, percentiles and the table they are printed in. */

export function percentile(values: number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? NaN;
}

export const median = (values: number[]) => percentile(values, 0.5);

/** One line of the report: the figure's name, ours, the floor, their ratio within each repetition, and the target. */
export interface Row {
  figure: string;
  ours: string;
  floor: string;
  ratio: string;
  must: string;
}

export function print(rows: Row[]): void {
  const columns = ["figure", "ours", "floor", "ratio", "must"] as const;
  const width = (column: (typeof columns)[number]) => Math.max(column.length, ...rows.map((row) => row[column].length));
  const line = (row: Row) => columns.map((column) => row[column].padEnd(width(column))).join("  ");
  console.log(line({ figure: "figure", ours: "ours", floor: "floor", ratio: "ratio", must: "must" }));
  for (const row of rows) console.log(line(row));
}

/** `1.23 / 4.56`: median and p99 in milliseconds. */
export function ms(values: number[]): string {
  return `${median(values).toFixed(2)} / ${percentile(values, 0.99).toFixed(2)} ms`;
}

/** The slope in a log-log plot between two measurements: 0 is flat, 1 is linear. */
export function exponent(small: { size: number; time: number }, large: { size: number; time: number }): number {
  return Math.log(large.time / small.time) / Math.log(large.size / small.size);
}

/** A line of the report. */
export function figure(name: string, ours: string, floor: string, ratio: string, must: string): Row {
  return { figure: name, ours, floor, ratio, must };
}

export function mib(value: number): string {
  return `${value.toFixed(1)} MiB`;
}
