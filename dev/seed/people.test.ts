import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { profileForm } from "../../convex/shared/forms";
import { limits } from "../../convex/shared/limits";
import { peopleOf } from "./people";

const sixty = peopleOf(60);

test("every demo person's profile passes the real form unchanged", () => {
  for (const { profile } of peopleOf(72)) {
    expect(profileForm.parse({ ...profile, photoIds: ["portrait"] })).toEqual({ ...profile, photoIds: ["portrait"] });
  }
});

test("no two people share an address, a handle, a phone, a bio or a name", () => {
  const people = peopleOf(72);
  const distinct = (of: (person: (typeof people)[number]) => string) => new Set(people.map(of)).size;

  expect(distinct(({ email }) => email)).toBe(72);
  expect(distinct(({ profile }) => profile.instagramHandle)).toBe(72);
  expect(distinct(({ profile }) => profile.phoneNumber)).toBe(72);
  expect(distinct(({ profile }) => profile.bio)).toBe(72);
  expect(distinct(({ profile }) => profile.name)).toBe(72);
});

test("every demo person has portraits of their own in the right size, and the folder holds no others", async () => {
  const folder = path.join(import.meta.dirname, "portraits");
  const files = peopleOf(72).flatMap(({ portraits }) => portraits);
  const distinct = new Set<string>();
  let bytes = 0;
  for (const file of files) {
    const picture = await readFile(path.join(folder, file));
    // Decoded in full, because a truncated picture has a valid header, too.
    const { info } = await sharp(picture, { failOn: "warning" }).raw().toBuffer({ resolveWithObject: true });
    // The second and third are small, because each of them is encoded at the first start.
    const isFirst = !/\.\d\.webp$/.test(file);
    const [width, height] = isFirst ? [limits.photoWidthMax, limits.photoHeightMax] : [480, 640];
    expect(info, file).toMatchObject({ width, height });
    distinct.add(createHash("sha256").update(picture).digest("hex"));
    bytes += picture.length;
  }

  expect(distinct.size).toBe(files.length);
  expect((await readdir(folder)).sort()).toEqual([...files].sort());
  // Every clone contains all of them.
  expect(bytes).toBeLessThan(4_000_000);
});

test("two thirds of people have more than one photo, and at most three", () => {
  const counts = peopleOf(72).map(({ portraits }) => portraits.length);
  expect([1, 2, 3].map((count) => counts.filter((other) => other === count).length)).toEqual([24, 24, 24]);
  expect(peopleOf(73)[72]?.portraits).toEqual(peopleOf(1)[0]?.portraits);
});

test("a larger crowd repeats people under addresses of their own", () => {
  const crowd = peopleOf(500);

  expect(new Set(crowd.map(({ email }) => email)).size).toBe(500);
  for (const { profile } of crowd)
    expect(profileForm.safeParse({ ...profile, photoIds: ["portrait"] }).success).toBe(true);
});

test("sixty people include as many women as men, every tier, six who wait and eight who like everybody", () => {
  const count = (matches: (person: (typeof sixty)[number]) => boolean) => sixty.filter(matches).length;

  expect(count(({ profile }) => profile.gender === "female")).toBe(30);
  expect(count(({ gold, vip }) => gold && !vip)).toBeGreaterThan(5);
  expect(count(({ gold, vip }) => vip && !gold)).toBeGreaterThan(3);
  expect(count(({ gold, vip }) => gold && vip)).toBeGreaterThan(1);
  expect(count(({ gold, vip }) => !gold && !vip)).toBeGreaterThan(25);
  expect(count(({ waits }) => waits)).toBe(6);
  expect(count(({ likesEverybody, profile }) => likesEverybody && profile.gender === "female")).toBe(4);
  expect(count(({ likesEverybody, profile }) => likesEverybody && profile.gender === "male")).toBe(4);
});

test("a person who likes everybody is a member with Gold, so no moderator and no daily limit delays them", () => {
  for (const { likesEverybody, gold, waits } of sixty)
    if (likesEverybody) expect({ gold, waits }).toEqual({ gold: true, waits: false });
});

test("a smaller crowd is the start of a larger one, so that an interrupted seeding finds its people again", () => {
  expect(peopleOf(12)).toEqual(sixty.slice(0, 12));
  expect(peopleOf(0)).toEqual([]);
});
