import sharp from "sharp";
import { expect, test } from "vitest";
import { imageHashOf } from "./photosHash";

/** As in the product: hashes that differ in seven bits or fewer count as the same. */
const SAME = 7;

test("a picture keeps its hash when scaled, brightened or re-encoded, and another picture has another hash", async () => {
  const [one, other] = [await picture(1), await picture(2)];
  const hash = await imageHashOf(one);
  const reencoded = [
    await sharp(one).resize(300, 400).jpeg({ quality: 40 }).toBuffer(),
    await sharp(one).resize(900, 1200).webp({ quality: 60 }).toBuffer(),
    await sharp(one).modulate({ brightness: 1.1 }).png().toBuffer(),
  ];

  for (const copy of reencoded) expect(differingBits(hash, await imageHashOf(copy))).toBeLessThanOrEqual(SAME);
  expect(differingBits(hash, await imageHashOf(other))).toBeGreaterThan(SAME);
  expect(hash).toMatch(/^[0-9a-f]{16}$/);
});

/** Coloured patches, drawn by a fixed rule. */
async function picture(seed: number): Promise<Buffer> {
  const dots = Buffer.from(
    Array.from({ length: 5 * 6 * 3 }, (_, i) => (Math.imul(i + 100 * seed, 2654435761) >>> 13) % 256),
  );
  const raw = { width: 5, height: 6, channels: 3 as const };
  return await sharp(dots, { raw }).resize(600, 800, { kernel: "cubic" }).jpeg({ quality: 90 }).toBuffer();
}

function differingBits(one: string, other: string): number {
  return (BigInt(`0x${one}`) ^ BigInt(`0x${other}`)).toString(2).replaceAll("0", "").length;
}
