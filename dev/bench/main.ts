/**
 * `npm run bench`: measures the product on the local deployment, next to a wire floor and alternatives. It is not part of the tests: times
 * on a busy machine prove nothing.
 */
import { rm } from "node:fs/promises";
import path from "node:path";
import { ExpectedError } from "../../deploy/expected";
import { measureErasing } from "./erasing";
import { print, seconds, type Row } from "./figures";
import { measureLengths } from "./lengths";
import { REPETITIONS } from "./loops";
import { measurePeer } from "./peer/stage";
import { profile } from "./profile";
import { exponents, measureHundredThousand, measureTenThousand, measureThousand, type Cost } from "./stages";

interface Stage {
  /** Writes its files below `dir`. */
  run(root: string, dir: string, decks: Cost[]): Promise<Row[]>;
  /** True if it runs when no stage is named. */
  isUsual: boolean;
}

/** Stages by name, as in `npm run bench -- 1000 peer`. */
const stages: Record<string, Stage> = {
  1000: { run: measureThousand, isUsual: true },
  10000: { run: measureTenThousand, isUsual: true },
  100000: { run: measureHundredThousand, isUsual: true },
  erasing: { run: (root, dir) => measureErasing(root, dir, 17_664), isUsual: true },
  lists: { run: (root, dir) => measureLengths(root, dir, 17_670), isUsual: true },
  peer: { run: (root, dir) => measurePeer(root, dir, path.join(root, PACKAGES)), isUsual: true },
  profile: { run: profile, isUsual: false },
};

/** Inside the checkout, so that pushed functions find their packages. The peers' packages stay for the next run. */
const [DATA, PACKAGES] = [".local/bench/data", ".local/bench/packages"];

/** Runs the named stages, or the usual ones. */
export async function bench({ root, only: names }: { root: string; only: string[] }): Promise<void> {
  const unknown = names.find((name) => !(name in stages));
  if (unknown !== undefined) {
    throw new ExpectedError(`There is no stage ${unknown}. The stages: ${Object.keys(stages).join(", ")}.`);
  }
  const data = path.join(root, DATA);
  await rm(data, { recursive: true, force: true });
  const rows: Row[] = [];
  const decks: Cost[] = [];
  try {
    for (const [name, { run, isUsual }] of Object.entries(stages)) {
      if (names.length === 0 ? !isUsual : !names.includes(name)) continue;
      const startedAt = performance.now();
      rows.push(...(await run(root, path.join(data, name), decks)));
      console.log(`Stage ${name} took ${seconds(performance.now() - startedAt)}`);
    }
    // `profile` prints its own tables.
    if (rows.length > 0) {
      print([...rows, ...exponents(decks)]);
      console.log(`Medians of ${REPETITIONS} repetitions; two figures are median / 99th percentile.`);
    }
  } catch (error) {
    // Clients of a stopped server would reconnect for ever.
    console.error(error);
    await rm(data, { recursive: true, force: true });
    process.exit(1);
  }
  await rm(data, { recursive: true, force: true });
}
