import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Doors } from "./accounts";
import { watchFans } from "./fans";
import { seed } from "./seed";

/** What the composition root knows. */
export interface DemoOptions extends Doors {
  adminKey: string;
  moderator: { email: string; password: string };
  /** How many people a first start makes. */
  count: number;
  /** The machine's private folder; remembers what was made. */
  dir: string;
  say?: (line: string) => void;
}

/** Remembered in the folder. The count of the first start holds: later ones make nobody new. */
interface Made {
  count: number;
  password: string;
  done: boolean;
}

/**
 * Demo people of this machine: made on the first start (`made` resolves when they are there), resumed when that was cut short,
 * and from then on the fans among them keep liking newcomers.
 */
export function startDemo(options: DemoOptions): { made: Promise<void>; stop(): Promise<void> } {
  const { dir, say } = options;
  const file = path.join(dir, "people.json");
  const state = remembered(file) ?? {
    count: options.count,
    password: randomBytes(9).toString("base64url"),
    done: false,
  };
  const ending = new AbortController();
  let fans: { stop(): Promise<void> } | undefined;
  const work = async () => {
    if (!state.done) {
      keep(file, state);
      const onProgress = (made: number, of: number) => made % 10 === 0 && say?.(`Demo people: ${made} of ${of}`);
      await seed({ ...options, ...state, signal: ending.signal, onProgress });
      if (ending.signal.aborted) return;
      keep(file, Object.assign(state, { done: true }));
    }
    fans = watchFans({ ...options, ...state, onError: (error) => say?.(`Demo people: ${String(error)}`) });
  };
  const made = work();
  return {
    made,
    async stop() {
      ending.abort();
      await fans?.stop();
    },
  };
}

function remembered(file: string): Made | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Made) : null;
}

/** For its owner alone, whole or not at all. */
function keep(file: string, state: Made): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
