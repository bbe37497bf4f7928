/** A loop's work and faults. */
export interface Found {
  loop: string;
  did: string;
  wrong: string[];
}

/** Prints a line for each loop, and its first ten faults. */
export function print(all: Found[]): void {
  for (const { loop, did, wrong } of all) {
    console.log(`${loop.padEnd(12)} ${did}: ${wrong.length === 0 ? "nothing wrong" : `${wrong.length} WRONG`}`);
    for (const line of wrong.slice(0, 10)) console.log(`  ${line}`);
  }
}
