/** Medians, percentiles and the table they are printed in. */

export function percentile(values: number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? NaN;
}

export const median = (values: number[]) => percentile(values, 0.5);

/** One line of the report. `ratio`: the median of the ratios of ours to the floor within each repetition. `must`: the target. */
export interface Row {
  figure: string;
  ours?: string;
  floor?: string;
  ratio?: string;
  must?: string;
}

export function print(rows: Row[]): void {
  const columns = ["figure", "ours", "floor", "ratio", "must"] as const;
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ""))];
  const widths = columns.map((_, n) => Math.max(...lines.map((line) => line[n]!.length)));
  for (const line of lines) console.log(line.map((text, n) => text.padEnd(widths[n]!)).join("  "));
}

/** `1.23 / 4.56`: median and p99 in milliseconds. */
export function ms(values: number[]): string {
  return `${median(values).toFixed(2)} / ${percentile(values, 0.99).toFixed(2)} ms`;
}

export function perSecond(rates: number[]): string {
  return Math.round(median(rates)).toLocaleString("en");
}

export function ratioOf(mine: number[], other: number[]): string {
  return `${median(mine.map((one, n) => one / other[n]!)).toFixed(2)} ×`;
}

/** The slope in a log-log plot between two measurements: 0 is flat, 1 is linear. */
export function exponent(small: { size: number; time: number }, large: { size: number; time: number }): number {
  return Math.log(large.time / small.time) / Math.log(large.size / small.size);
}

export function mib(value: number): string {
  return `${value.toFixed(1)} MiB`;
}

export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(0)} s`;
}
