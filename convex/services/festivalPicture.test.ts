import sharp from "sharp";
import { expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { freeze, pass } from "../testing/clock.testing";
import { moderator, organiser } from "../testing/people.testing";
import { files } from "../testing/profiles.testing";
import { setupTest, type Product } from "../testing/product.testing";
import { expectRefusal } from "../testing/refusals.testing";

test("an organiser's own picture is cropped for the front page and for shared links, and loses its metadata", async () => {
  const { t, ines } = await setup();
  await ines.action(api.festivalPicture.upload, { image: await tagged() });
  const { picture, socialPicture } = await t.query(api.festival.settings, {});

  const [wide, social] = [await fileAt(t, picture), await fileAt(t, socialPicture)];
  expect(await sharp(wide).metadata()).toMatchObject({ format: "webp", width: 1600, height: 900 });
  expect(await sharp(social).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
  for (const file of [wide, social]) expect(Buffer.from(file).toString("latin1")).not.toContain("CANARY");
  expect(socialPicture).toMatch(/^https:\/\//);
  expect((await ines.query(api.festival.changes, {}))[0]?.changes).toMatchObject([{ field: "picture" }]);
});

test("a new picture replaces the last one and survives the file cleanup; its removal brings the drawn one back", async () => {
  freeze();
  const { t, ines } = await setup();
  for (let n = 0; n < 2; n += 1) await ines.action(api.festivalPicture.upload, { image: await tagged() });
  expect(await files(t)).toBe(2);
  pass(2 * 3_600_000);
  await t.mutation(internal.profiles.deleteUnusedPhotos, {});
  expect(await files(t)).toBe(2);

  await ines.mutation(api.festivalPicture.remove, {});
  expect(await t.query(api.festival.settings, {})).toMatchObject({
    ...{ picture: "", socialPicture: "https://app.test/preview.png" },
  });
  expect(await files(t)).toBe(0);
});

test.each([
  ["a file that is not a picture", new TextEncoder().encode("<svg xmlns='http://www.w3.org/2000/svg'/>"), "PHOTO_TYPE"],
  ["too large a file", new Uint8Array(3 * 1024 * 1024), "PHOTO_TOO_LARGE"],
  ["half a picture", new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0]), "BAD_INPUT"],
])("%s is refused, and nothing changes", async (_, file, code) => {
  const { t, ines } = await setup();
  const image = file.buffer as ArrayBuffer;
  await expectRefusal(ines.action(api.festivalPicture.upload, { image }), code);
  expect((await t.query(api.festival.settings, {})).picture).toBe("");
  await expectRefusal((await moderator(t)).action(api.festivalPicture.upload, { image }), "FORBIDDEN");
});

async function setup() {
  const t = setupTest();
  return { t, ines: await organiser(t, "Ines") };
}

/** A picture with words in its metadata. */
async function tagged(): Promise<ArrayBuffer> {
  const plain = sharp({ create: { width: 2000, height: 1500, channels: 3, background: "#a04060" } });
  const file = await plain
    .withExif({ IFD0: { Copyright: "CANARY" } })
    .jpeg()
    .toBuffer();
  return new Uint8Array(file).buffer;
}

async function fileAt(t: Product, url: string): Promise<ArrayBuffer> {
  const stored = await t.run(async ({ db, storage }) => {
    const rows = await db.query("festivalPictures").collect();
    const file = rows.flatMap(({ wide, social }) => [wide, social]).find(({ path }) => url.endsWith(path));
    return file ? await (await storage.get(file.storageId))?.arrayBuffer() : undefined;
  });
  return stored ?? new ArrayBuffer(0);
}
