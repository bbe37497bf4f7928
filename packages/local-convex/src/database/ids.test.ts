import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { IdCodec } from "./ids";

const codec = new IdCodec(randomBytes(32));
const tables = fc.integer({ min: 1, max: 2 ** 31 - 1 });
const ticks = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });

test("an id decodes to its table and its tick", () => {
  fc.assert(
    fc.property(tables, ticks, (table, tick) => {
      expect(codec.decode(codec.encode(table, tick))).toEqual({ tableNumber: table, tick });
    }),
  );
});

test("an id decodes to the same parts again, even after thousands of others", () => {
  const ids = Array.from({ length: 9_000 }, (_, tick) => codec.encode(10_001, tick));
  for (let round = 0; round < 2; round++) {
    const decoded = ids.map((id) => codec.decode(id));
    expect(decoded.every((parts, tick) => parts?.tick === tick && parts.tableNumber === 10_001)).toBe(true);
  }
});

test("an id with one letter changed is not an id", () => {
  const id = codec.encode(10_001, Date.now() * 1024);
  let wrong = 0;
  for (let at = 0; at < id.length; at++) {
    const other = id.slice(0, at) + (id[at] === "0" ? "1" : "0") + id.slice(at + 1);
    if (codec.decode(other) === null) wrong++;
  }
  expect(wrong).toBe(id.length);
});

test("the ids of two consecutive documents do not resemble each other", () => {
  const tick = Date.now() * 1024;
  const [a, b] = [codec.encode(10_001, tick), codec.encode(10_001, tick + 1)];
  const same = [...a].filter((letter, at) => letter === b[at]).length;
  expect(a).toHaveLength(32);
  expect(same).toBeLessThan(16);
});

test.each([
  "",
  "abc",
  "j5723a4kpqktze180wn4b0w02f2h9jy",
  "J5723A4KPQKTZE180WN4B0W02F2H9JYP",
  "ü".repeat(32),
  "l".repeat(32),
])("the text '%s' is not an id", (text) => {
  expect(codec.decode(text)).toBeNull();
});
