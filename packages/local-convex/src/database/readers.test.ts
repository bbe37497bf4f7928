import fc from "fast-check";
import { expect, test } from "vitest";
import type { Table } from "./table";
import { keyAfterPrefix, keyOf } from "./keys";
import { NO_DEPENDENCIES, Readers, type Reader } from "./readers";
import { ANY_TABLE, creationIndex, HIGHEST, ReadSet, type Changes, type Interval } from "./readSet";

const table = { number: 10_001 } as Table;
const hex = (values: readonly (string | number)[]) => keyOf(values).toString("hex");

/** Few values, so that writes often match reads. */
const value = fc.constantFrom<string | number>("", "a", "ab", "\u0000", "ÿ", 0, 1, -1);
const index = fc.constantFrom(1, 2, creationIndex(table));
const tick = fc.integer({ min: 0, max: 3 }).map((n) => n * 2 ** 31 + n);
const name = fc.constantFrom("/a", "/b", ANY_TABLE);

/** A query's interval: some fields by equality, then bounds, from its range or from the last row that it consumed. */
const interval = fc
  .record({
    ...{ index, equal: fc.array(value, { maxLength: 2 }), low: fc.option(value), high: fc.option(value) },
    upTo: fc.boolean(),
  })
  .map(({ index, equal, low, high, upTo }): Interval => {
    const prefix = hex(equal);
    const end = keyAfterPrefix(keyOf(equal))?.toString("hex") ?? HIGHEST;
    const bounds = {
      low: low === null ? prefix : hex([...equal, low]),
      high: high === null ? end : hex([...equal, high]) + (upTo ? "00" : ""),
    };
    return { index, prefix, fields: equal.length, ...bounds };
  });

const reads = fc
  .record({
    ticks: fc.array(tick, { maxLength: 2 }),
    missing: fc.array(name, { maxLength: 1 }),
    intervals: fc.array(interval, { maxLength: 4 }),
  })
  .map(({ ticks, missing, intervals }) => {
    const set = new ReadSet();
    for (const one of ticks) set.ticks.add(one);
    for (const one of missing) set.missing.add(one);
    set.intervals.push(...intervals);
    return set;
  });

const changes = fc
  .record({
    documents: fc.array(
      fc.record({
        tick,
        touched: fc.array(fc.tuple(fc.constantFrom(1, 2), fc.array(value, { minLength: 2, maxLength: 3 })), {
          maxLength: 2,
        }),
      }),
      { maxLength: 2 },
    ),
    tables: fc.array(fc.constantFrom("/a", "/b"), { maxLength: 1 }),
  })
  .map(({ documents, tables }): Changes => ({
    tables,
    documents: documents.map(({ tick, touched }) => ({
      table,
      tick,
      before: null,
      touched: touched.flatMap(([index, values]) => [index, keyOf(values)]),
    })),
  }));

/** True if `match` must find the reader. Computed without an index. */
function dependsOn({ ticks, missing, intervals }: ReadSet, { documents, tables }: Changes): boolean {
  const keys = documents.flatMap(({ tick, touched }) => {
    const pairs: [number, Buffer][] = [[creationIndex(table), keyOf([tick / 1024])]];
    for (let i = 0; i < touched.length; i += 2) pairs.push([touched[i] as number, touched[i + 1] as Buffer]);
    return pairs.map(([index, key]) => ({ index, key: key.toString("hex") }));
  });
  return (
    tables.some((one) => missing.has(one) || missing.has(ANY_TABLE)) ||
    documents.some((one) => ticks.has(one.tick)) ||
    keys.some(({ index, key }) =>
      intervals.some((one) => one.index === index && key.startsWith(one.prefix) && key >= one.low && key < one.high),
    )
  );
}

test("a commit finds exactly the readers that depend on its writes, after any order of reading, reading again and leaving", () => {
  const step = fc.record({ who: fc.nat({ max: 11 }), reads: fc.option(reads, { freq: 3 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.array(changes, { maxLength: 6 }), (steps, commits) => {
      const readers = new Readers<Reader>(1);
      const people = Array.from({ length: 12 }, (): Reader => ({ dependencies: NO_DEPENDENCIES }));
      const currentReads = new Map<Reader, ReadSet>();
      for (const { who, reads } of steps) {
        const reader = people[who]!;
        if (reads === null) readers.delete(reader);
        else readers.set(reader, reads);
        currentReads.set(reader, reads ?? new ReadSet());
      }
      for (const commit of commits) {
        const found = new Set<Reader>();
        readers.match(commit, found);
        expect(people.filter((one) => found.has(one))).toEqual(
          people.filter((one) => currentReads.has(one) && dependsOn(currentReads.get(one)!, commit)),
        );
      }
      for (const reader of people) readers.delete(reader);
      const remaining = new Set<Reader>();
      for (const commit of commits) readers.match(commit, remaining);
      expect(remaining.size).toBe(0);
    }),
    { numRuns: 400 },
  );
});

test("thousands of readers may depend on one document, and a reader that leaves removes no other", () => {
  const readers = new Readers<Reader>();
  const people = Array.from({ length: 3_000 }, (): Reader => ({ dependencies: NO_DEPENDENCIES }));
  const festival = new ReadSet();
  festival.ticks.add(7);
  for (const one of people) readers.set(one, festival);
  const touched = () => {
    const found = new Set<Reader>();
    readers.match({ documents: [{ table, tick: 7, before: null, touched: [] }], tables: [] }, found);
    return found;
  };
  expect(touched().size).toBe(people.length);
  readers.delete(people[17]!);
  expect([touched().size, touched().has(people[17]!)]).toEqual([people.length - 1, false]);
  for (const one of people.slice(1)) readers.delete(one);
  expect([...touched()]).toEqual([people[0]]);
});
