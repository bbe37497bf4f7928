/** A loop's work and faults. */
export interface LoopReport {
  loop: string;
  summary: string;
  faults: string[];
}

/** Prints a line for each loop, and its first ten faults. */
export function print(reports: LoopReport[]): void {
  for (const { loop, summary, faults } of reports) {
    console.log(`${loop.padEnd(12)} ${summary}: ${faults.length === 0 ? "nothing wrong" : `${faults.length} WRONG`}`);
    for (const line of faults.slice(0, 10)) console.log(`  ${line}`);
  }
}
