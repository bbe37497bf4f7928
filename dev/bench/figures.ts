/** Medians, percentiles, and the printed table. */

export function percentile(values: number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? NaN;
}

export const median = (values: number[]) => percentile(values, 0.5);

/** A line of the report. `ratio`: ours to the floor, the median of the repetitions' ratios. `must`: the target. */
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

/** Returns median and p99, such as `1.23 / 4.56 ms`. */
export function ms(values: number[]): string {
  return `${median(values).toFixed(2)} / ${percentile(values, 0.99).toFixed(2)} ms`;
}

export function perSecond(rates: number[]): string {
  return Math.round(median(rates)).toLocaleString("en");
}

export function ratioOf(own: number[], other: number[]): string {
  return `${median(own.map((value, n) => value / other[n]!)).toFixed(2)} ×`;
}

/** Returns the slope between two measurements in a log-log plot: 0 is flat, 1 is linear. */
export function exponent(small: { size: number; time: number }, large: { size: number; time: number }): number {
  return Math.log(large.time / small.time) / Math.log(large.size / small.size);
}

export function mib(value: number): string {
  return `${value.toFixed(1)} MiB`;
}

export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(0)} s`;
}
