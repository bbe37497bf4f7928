/** Measures the time to erase all members and to prove it. */
import { setTimeout as wait } from "node:timers/promises";
import { internal } from "../../convex/_generated/api";
import { productName } from "../../convex/shared/festival";
import type { Row } from "./figures";
import { startOurs } from "./sides";

const MEMBERS = 10_000;
const pastFestival = { FESTIVAL_FIRST_DAY: "2024-12-18", FESTIVAL_LAST_DAY: "2024-12-21" };

/** Creates and erases members. Measures from the organiser's command to the proof. */
export async function measureErasing(root: string, dir: string, port: number): Promise<Row[]> {
  const ours = await startOurs(root, dir, port, MEMBERS, { settings: pastFestival });
  try {
    const startedAt = performance.now();
    await ours.call(internal.closing.act, { what: "begin", name: productName });
    for (;;) {
      const { phase, proof, steps, batches } = await ours.call(internal.closing.show, {});
      if (phase === "done" && proof !== null) {
        const seconds = (performance.now() - startedAt) / 1_000;
        const erased = steps.reduce((sum, step) => sum + step.erased, 0);
        if (proof.left > 0 || proof.found.length > 0)
          throw new Error(`Something was not erased: ${JSON.stringify(proof)}`);
        const name = `${MEMBERS.toLocaleString("en")} members erased and proved`;
        return [
          { figure: name, ours: `${seconds.toFixed(1)} s`, ratio: `${batches} batches`, must: "≤ 120 s" },
          { figure: `${erased.toLocaleString("en")} rows, ${Math.round(erased / seconds).toLocaleString("en")}/s` },
        ];
      }
      await wait(200);
    }
  } finally {
    await ours.stop();
  }
}
