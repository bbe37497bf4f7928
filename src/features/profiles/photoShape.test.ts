import fc from "fast-check";
import { expect, test } from "vitest";
import { cardShape, initialArea, needsCrop, sentSize, turnedSize, unturnedArea } from "./photoShape";

const side = fc.integer({ min: 40, max: 9_000 });
const size = fc.record({ width: side, height: side });

test("the initial crop has the card's shape, is inside the photo, and favours its upper part", () => {
  fc.assert(
    fc.property(size, (photo) => {
      const { x, y, width, height } = initialArea(photo);
      expect(width / height).toBeCloseTo(cardShape);
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(photo.width + 0.001);
      expect(y + height).toBeLessThanOrEqual(photo.height + 0.001);
      expect(y).toBeLessThanOrEqual(photo.height - height - y + 0.001);
    }),
  );
});

test("an upright phone photo needs no crop; a landscape, a square and a screenshot do", () => {
  expect(needsCrop({ width: 3_024, height: 4_032 })).toBe(false);
  expect(needsCrop({ width: 2_000, height: 3_000 })).toBe(false);
  for (const [width, height] of [
    [4_032, 3_024],
    [1_000, 1_000],
    [1_080, 2_400],
  ] as const) {
    expect(needsCrop({ width, height })).toBe(true);
  }
});

test("an area of a turned photo maps back to the unturned photo", () => {
  const photo = { width: 400, height: 300 };
  // The top left corner is top right after one turn, bottom right after two, bottom left after three.
  const corner = { x: 0, y: 0, width: 10, height: 20 };
  expect(unturnedArea({ turns: 0, area: corner }, photo)).toEqual(corner);
  expect(unturnedArea({ turns: 1, area: { x: 280, y: 0, width: 20, height: 10 } }, photo)).toEqual(corner);
  expect(unturnedArea({ turns: 2, area: { x: 390, y: 280, width: 10, height: 20 } }, photo)).toEqual(corner);
  expect(unturnedArea({ turns: 3, area: { x: 0, y: 390, width: 20, height: 10 } }, photo)).toEqual(corner);
});

test("any initial crop of a turned photo maps back inside the photo, with as many pixels", () => {
  fc.assert(
    fc.property(size, fc.nat({ max: 7 }), (photo, turns) => {
      const area = initialArea(turnedSize(photo, turns));
      const { x, y, width, height } = unturnedArea({ turns, area }, photo);
      expect(width * height).toBeCloseTo(area.width * area.height);
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(-0.001);
      expect(x + width).toBeLessThanOrEqual(photo.width + 0.001);
      expect(y + height).toBeLessThanOrEqual(photo.height + 0.001);
    }),
  );
});

test("a photo is sent no larger than it is stored, and is never enlarged", () => {
  expect(sentSize({ width: 2_100, height: 3_000 })).toEqual({ width: 1_008, height: 1_440 });
  expect(sentSize({ width: 70, height: 100 })).toEqual({ width: 70, height: 100 });
});
