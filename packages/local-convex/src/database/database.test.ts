import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { Database } from "./database";

test("commit times and creation ticks grow after a restart, even if the machine's clock was set back", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const file = join(mkdtempSync(join(tmpdir(), "clocks-")), "data.sqlite");
  const next = () => {
    const database = new Database(file);
    database.begin();
    const times = [database.nextTs(), database.nextTick()] as const;
    database.commit();
    database.close();
    return times;
  };
  const [ts, tick] = next();
  vi.setSystemTime(Date.now() - 3_600_000);
  const [laterTs, laterTick] = next();
  expect(laterTs).toBeGreaterThan(ts);
  expect(laterTick).toBeGreaterThan(tick);
});
