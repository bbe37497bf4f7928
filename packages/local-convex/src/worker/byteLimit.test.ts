import fc from "fast-check";
import { expect, test } from "vitest";
import { ByteLimit } from "./byteLimit";

const LIMIT = 10;

test("work starts in order, and only as much runs concurrently as the limit allows, or one item alone", async () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 15 }), { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), sizes, async (scheduler, all) => {
      const byteLimit = new ByteLimit(LIMIT);
      const running = new Set<number>();
      const started: number[] = [];
      const work = async (index: number): Promise<void> => {
        running.add(index);
        started.push(index);
        const used = [...running].reduce((sum, id) => sum + all[id]!, 0);
        expect(running.size === 1 || used <= LIMIT).toBe(true);
        await scheduler.schedule(Promise.resolve());
        running.delete(index);
        if (index % 4 === 3) throw new Error("on purpose");
      };
      const done = Promise.allSettled(all.map((bytes, index) => byteLimit.run(bytes, () => work(index))));
      await scheduler.waitFor(done);
      expect(started).toEqual(all.map((_, index) => index));
    }),
    { numRuns: 200 },
  );
});
