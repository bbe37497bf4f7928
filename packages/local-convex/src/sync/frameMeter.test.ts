import fc from "fast-check";
import { expect, test } from "vitest";
import { FrameMeter } from "./frameMeter";

const TEXT = 1;
const CONTINUATION = 0;
const PING = 9;

/** A frame as a client sends it, with a mask of zeros. */
function frame(opcode: number, fin: boolean, size: number): Buffer {
  const extended = size < 126 ? 0 : size < 65_536 ? 2 : 8;
  const header = Buffer.alloc(2 + extended + 4);
  header[0] = (fin ? 0x80 : 0) | opcode;
  header[1] = 0x80 | (extended === 0 ? size : extended === 2 ? 126 : 127);
  if (extended === 2) header.writeUInt16BE(size, 2);
  if (extended === 8) header.writeBigUInt64BE(BigInt(size), 2);
  return Buffer.concat([header, Buffer.alloc(size, 7)]);
}

test("the meter knows how much of an unfinished message has arrived, after any frames and in any chunks", () => {
  const size = fc.oneof(fc.integer({ min: 0, max: 200 }), fc.constantFrom(125, 126, 127, 65_535, 65_536, 70_000));
  const before = fc.array(
    fc.oneof(
      size.map((bytes) => frame(TEXT, true, bytes)),
      fc
        .array(size, { minLength: 1, maxLength: 4 })
        .map((parts) =>
          Buffer.concat([
            ...parts.map((bytes, i) => frame(i === 0 ? TEXT : CONTINUATION, false, bytes)),
            frame(CONTINUATION, true, 3),
          ]),
        ),
      fc.integer({ min: 0, max: 125 }).map((bytes) => frame(PING, true, bytes)),
    ),
    { maxLength: 5 },
  );
  fc.assert(
    fc.property(before, size, fc.array(fc.integer({ min: 1, max: 90_000 }), { minLength: 1 }), (frames, last, cuts) => {
      const meter = new FrameMeter();
      const allBytes = Buffer.concat([...frames, frame(TEXT, false, last)]);
      let heldBytes = 0;
      for (let at = 0, i = 0; at < allBytes.length; i++) {
        const part = cuts[i % cuts.length]!;
        heldBytes = meter.add(allBytes.subarray(at, at + part));
        at += part;
      }
      expect(heldBytes).toBeGreaterThanOrEqual(last);
      expect(heldBytes).toBeLessThanOrEqual(last + 100);
      expect(meter.add(frame(PING, true, 9))).toBe(heldBytes);
      expect(meter.add(frame(CONTINUATION, true, 5))).toBe(0);
    }),
  );
});

test("fragments of one byte count for more than one byte", () => {
  const meter = new FrameMeter();
  let heldBytes = meter.add(frame(TEXT, false, 1));
  for (let i = 1; i < 1_000; i++) heldBytes = meter.add(frame(CONTINUATION, false, 1));
  expect(heldBytes).toBeGreaterThan(60_000);
});
