import sharp from "sharp";
import { expect, test } from "vitest";
import { peopleOf } from "../people";
import { drawPortrait, portraitSvg } from "./drawPortrait";

test("a portrait is a JPEG of 1080 by 1440 that a phone could have sent", async () => {
  const picture = await drawPortrait(1, { gender: "female" });

  expect(await sharp(picture).metadata()).toMatchObject({ format: "jpeg", width: 1080, height: 1440 });
  expect(picture.length).toBeLessThan(250 * 1024);
});

test("the same seed draws the same picture, another seed another one", async () => {
  const [once, again, other] = await Promise.all([7, 7, 8].map((seed) => drawPortrait(seed, { gender: "male" })));

  expect(again!.equals(once!)).toBe(true);
  expect(other!.equals(once!)).toBe(false);
});

test("no two demo people look the same, and nothing in a drawing is left undefined", () => {
  const drawings = peopleOf(72).map(({ portrait }) => portraitSvg(portrait.seed, portrait.wish));

  expect(new Set(drawings).size).toBe(72);
  for (const drawing of drawings) expect(drawing).not.toMatch(/NaN|undefined|Infinity|<text/);
});

test("who wears a turban or a hijab is drawn with it", () => {
  const worn = portraitSvg(3, { gender: "male", hair: "turban" });

  expect(worn).not.toBe(portraitSvg(3, { gender: "male", hair: "crop" }));
});

test("wherever a picture was taken, it is small enough to carry over a festival's network", async () => {
  for (const { portrait } of peopleOf(13)) {
    expect((await drawPortrait(portrait.seed, portrait.wish)).length).toBeLessThan(250 * 1024);
  }
});
