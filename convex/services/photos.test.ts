import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { blackPng, scansOf } from "../testing/pictures.testing";
import { newcomer, type Person } from "../testing/people.testing";
import { rowsIn, setupTest, type Product } from "../testing/product.testing";
import { expectRefusal } from "../testing/refusals.testing";

const MIB = 1024 * 1024;

describe("an uploaded picture", () => {
  test.each(["jpeg", "png", "webp"] as const)("may be %s, and is served as WebP", async (format) => {
    const { t, asha } = await setup();
    const served = await upload(t, asha, await picture(300, 400).toFormat(format).toBuffer(), `image/${format}`);

    expect(await sharp(served).metadata()).toMatchObject({ format: "webp", width: 300, height: 400 });
  });

  test("is scaled down to fit 1080 × 1440, whatever its shape, and never scaled up", async () => {
    const { t, asha } = await setup();
    const sizes = [];
    for (const [width, height] of [
      [3000, 4000],
      [4000, 1000],
      [500, 3000],
      [10, 10],
    ] as const) {
      const served = await upload(t, asha, await picture(width, height).jpeg().toBuffer());
      const meta = await sharp(served).metadata();
      sizes.push([meta.width, meta.height]);
    }
    expect(sizes).toEqual([
      [1080, 1440],
      [1080, 270],
      [240, 1440],
      [10, 10],
    ]);
  });

  test("may have the resolution of a phone's camera", async () => {
    const { t, asha } = await setup();
    const served = await upload(t, asha, await picture(5712, 4284).jpeg().toBuffer());
    expect(await sharp(served).metadata()).toMatchObject({ width: 1080, height: 810 });
  });

  test("may have as many scans as usual programs write, even with bytes that look like more scans", async () => {
    const { t, asha } = await setup();
    const honest = await picture(300, 400).jpeg({ progressive: true, mozjpeg: true }).toBuffer();
    const lookalike = Buffer.concat([Buffer.from([0xff, 0xe1, 0x01, 0x02]), Buffer.alloc(0x100, "\xff\xda", "latin1")]);
    const behind = Buffer.alloc(200, "\xff\xda", "latin1");
    const served = await upload(t, asha, Buffer.concat([honest.subarray(0, 2), lookalike, honest.subarray(2), behind]));

    expect(await sharp(served).metadata()).toMatchObject({ format: "webp", width: 300, height: 400 });
  });

  test("that would decode to hundreds of megabytes is refused by its header", async () => {
    const { asha } = await setup();
    const plain = picture(3600, 3600).ensureAlpha();
    const deep = plain.clone().toColourspace("rgb16");
    const inPasses = { progressive: true };
    const refused = [deep.clone().png(inPasses), deep.clone().png(), plain.clone().png(inPasses)];
    for (const file of [...refused, picture(4500, 4500).jpeg(inPasses)]) {
      await expectRefusal(send(asha, await file.toBuffer()), "BAD_INPUT", "Error processing image. Please try again.");
    }
    const small = picture(300, 400).ensureAlpha().toColourspace("rgb16").png(inPasses);
    for (const file of [small, plain.clone().png(), picture(4032, 3024).jpeg(inPasses)]) {
      expect(await send(asha, await file.toBuffer())).toHaveProperty("photoId");
    }
  });

  test("is turned upright, and loses its location and camera", async () => {
    const { t, asha } = await setup();
    const sideways = await picture(400, 300)
      .withExif({ IFD0: { Copyright: "CANARY" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "19/1 7/1 0/1" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(sideways).metadata()).exif).toBeDefined();
    const served = await upload(t, asha, sideways);
    const meta = await sharp(served).metadata();

    expect([meta.width, meta.height, meta.exif, meta.xmp, meta.icc, meta.orientation]).toEqual([
      300,
      400,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(Buffer.from(served).includes("CANARY")).toBe(false);
  });

  test("keeps nothing that was hidden in it or appended to it", async () => {
    const { t, asha } = await setup();
    const jpeg = await picture(64, 64).jpeg().toBuffer();
    const served = await upload(
      t,
      asha,
      Buffer.concat([jpeg, Buffer.from("<script>CANARY</script>"), Buffer.from("PK\u0003\u0004")]),
    );

    expect(Buffer.from(served).includes("CANARY")).toBe(false);
    expect((await sharp(served).metadata()).format).toBe("webp");
  });

  test("with several frames keeps the first one", async () => {
    const { t, asha } = await setup();
    const frames = await sharp([await picture(20, 20).png().toBuffer(), await picture(20, 20).png().toBuffer()], {
      join: { animated: true },
    })
      .webp()
      .toBuffer();

    expect((await sharp(await upload(t, asha, frames, "image/webp")).metadata()).pages ?? 1).toBe(1);
  });

  test("is stored in three widths in the deployment's storage, with one more copy for later", async () => {
    const { t, asha } = await setup();
    const { url, middle, small, photoURL } = await send(asha, await picture(3000, 4000).jpeg().toBuffer());
    const sizes = [];
    for (const address of [url, middle, small]) {
      expect(address).toMatch(/^https:\/\/some-deployment\.convex\.cloud\/api\/storage\/./);
      const { width, height } = await sharp(await served(t, address)).metadata();
      sizes.push([width, height]);
    }
    const files = await t.run(async (ctx) => await ctx.db.system.query("_storage").collect());

    expect(sizes).toEqual([
      [1080, 1440],
      [540, 720],
      [160, 213],
    ]);
    expect([photoURL, files.length]).toEqual([url, 4]);
    expect(await rowsIn(t, "photos")).toMatchObject([{ used: false }]);
  });

  test.each([
    [3000, 4000],
    [4000, 1000],
    [10, 10],
  ])("of %d × %d has a placeholder of at most forty bytes", async (w, h) => {
    const { asha } = await setup();
    const { hash } = await send(asha, await picture(w, h).jpeg().toBuffer());

    expect(hash?.length).toBeGreaterThan(0);
    expect(hash?.length).toBeLessThanOrEqual(40);
  });
});

describe("an upload", () => {
  const type = { code: "PHOTO_TYPE", message: "Please upload an image file" };
  const broken = { code: "BAD_INPUT", message: "Error processing image. Please try again." };
  const large = { code: "PHOTO_TOO_LARGE", message: "Image size should be less than 3MB" };
  const cases: [string, () => Promise<Buffer> | Buffer, string, object][] = [
    ["a PDF", () => Buffer.from("%PDF-1.7 and so on and so on"), "application/pdf", type],
    ["a PDF that says it is a picture", () => Buffer.from("%PDF-1.7 and so on"), "image/png", type],
    ["HTML", () => Buffer.from("<html><script>alert(1)</script></html>"), "image/jpeg", type],
    ["SVG", () => Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), "image/svg+xml", type],
    ["a GIF", () => picture(9, 9).gif().toBuffer(), "image/gif", type],
    ["a JPEG that says it is HTML", () => picture(9, 9).jpeg().toBuffer(), "text/html", type],
    ["an empty file", () => Buffer.alloc(0), "image/png", type],
    ["half a picture", async () => (await picture(500, 500).jpeg().toBuffer()).subarray(0, 600), "image/jpeg", broken],
    [
      "the beginning of a picture",
      () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4, 5, 6, 7, 8]),
      "image/jpeg",
      broken,
    ],
    ["14,000 × 14,000 pixels", () => blackPng(14_000), "image/png", broken],
    ["a few kilobytes that decode to 5,001 × 5,001 pixels", () => blackPng(5_001), "image/png", broken],
    ["a JPEG with more scans than any program writes", () => scansOf(64, 31), "image/jpeg", broken],
    [
      "the same JPEG with markers that a decoder skips",
      () => scansOf(64, 31, [0xff, 0xd0, 0x40, 0x00]),
      "image/jpeg",
      broken,
    ],
    [
      "a file of 3 MB",
      () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(3 * MIB - 3)]),
      "image/jpeg",
      large,
    ],
  ];
  test.each(cases)("of %s is refused, and nothing is stored", async (_, make, contentType, data) => {
    const { t, asha } = await setup();
    const bytes = await make();

    await expectRefusal(send(asha, bytes, contentType), data);
    expect(
      await t.run(async (ctx) => [
        await ctx.db.query("photos").collect(),
        await ctx.db.system.query("_storage").collect(),
      ]),
    ).toEqual([[], []]);
  });

  test("is possible fifteen times in a row, and not a sixteenth time", async () => {
    const { asha } = await setup();
    const jpeg = await picture(8, 8).jpeg().toBuffer();
    for (let i = 0; i < 15; i++) await send(asha, jpeg);

    await expectRefusal(send(asha, jpeg), "TOO_MANY_TRIES");
  });

  test("that no longer fits into the queue is refused, and later ones are accepted again", async () => {
    const t = setupTest();
    const file = await picture(1000, 1000).jpeg().toBuffer();
    // Half a picture waits in the queue like others, and is not stored.
    const half = file.subarray(0, file.length / 2);
    const crowd = await Promise.all([..."ABCDEFGHIJ"].map((name) => newcomer(t, name)));
    const sent = await Promise.allSettled(
      crowd.flatMap((person) => Array.from({ length: 14 }, () => send(person, half))),
    );
    const refusals = sent.flatMap((result) =>
      result.status === "rejected" ? [(result.reason as { data: unknown }).data] : [],
    );

    expect(refusals).toHaveLength(140);
    expect(refusals).toContainEqual(expect.objectContaining({ code: "TOO_MANY_TRIES", retryAfter: 20_000 }));
    await expect(send(crowd[0] as Person, file)).resolves.toBeDefined();
  });
});

test("an unreadable kept file does not stop later uploads", async () => {
  const { t, asha } = await setup();
  const storageId = await t.run(async ({ storage }) => await storage.store(new Blob(["damaged"])));
  await expect(t.action(internal.services.photos.renew, { storageId })).rejects.toThrow();

  const served = await upload(t, asha, await picture(30, 40).jpeg().toBuffer());
  expect(await sharp(served).metadata()).toMatchObject({ width: 30, height: 40 });
});

async function setup(): Promise<{ t: Product; asha: Person }> {
  const t = setupTest();
  return { t, asha: await newcomer(t, "Asha") };
}

async function send(person: Person, bytes: Buffer, contentType = "image/jpeg") {
  return await person.action(api.profiles.uploadPhoto, { image: arrayOf(bytes), contentType });
}

/** Uploads a picture. Returns the file that is served. */
async function upload(t: Product, person: Person, bytes: Buffer, contentType = "image/jpeg"): Promise<ArrayBuffer> {
  return await served(t, (await send(person, bytes, contentType)).photoURL);
}

async function served(t: Product, address: string): Promise<ArrayBuffer> {
  return await (await t.fetch(new URL(address).pathname)).arrayBuffer();
}

function arrayOf(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

function picture(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: "#d95f4a" } });
}
