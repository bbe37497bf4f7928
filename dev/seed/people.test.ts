import { expect, test } from "vitest";
import { profileForm } from "../../convex/shared/forms";
import { peopleOf } from "./people";

const sixty = peopleOf(60);

test("everybody's profile passes the form that real people fill in, unchanged", () => {
  for (const { profile } of peopleOf(72)) {
    expect(profileForm.parse({ ...profile, photoId: "portrait" })).toEqual({ ...profile, photoId: "portrait" });
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

test("a larger crowd repeats people under handles of their own", () => {
  const crowd = peopleOf(500);

  expect(new Set(crowd.map(({ email }) => email)).size).toBe(500);
  for (const { profile } of crowd)
    expect(profileForm.safeParse({ ...profile, photoId: "portrait" }).success).toBe(true);
});

test("among sixty are as many women as men, every tier, six who wait and fans for everybody", () => {
  const count = (fits: (person: (typeof sixty)[number]) => boolean) => sixty.filter(fits).length;

  expect(count(({ profile }) => profile.gender === "female")).toBe(30);
  expect(count(({ gold, vip }) => gold && !vip)).toBeGreaterThan(5);
  expect(count(({ gold, vip }) => vip && !gold)).toBeGreaterThan(3);
  expect(count(({ gold, vip }) => gold && vip)).toBeGreaterThan(1);
  expect(count(({ gold, vip }) => !gold && !vip)).toBeGreaterThan(25);
  expect(count(({ waits }) => waits)).toBe(6);
  expect(count(({ fan, profile }) => fan && profile.gender === "female")).toBe(4);
  expect(count(({ fan, profile }) => fan && profile.gender === "male")).toBe(4);
});

test("a fan is a member with Gold, so neither a moderator nor the daily limit keeps them waiting", () => {
  for (const { fan, gold, waits } of sixty) if (fan) expect({ gold, waits }).toEqual({ gold: true, waits: false });
});

test("a smaller crowd is the beginning of a larger one, so that a start cut short finds its people again", () => {
  expect(peopleOf(12)).toEqual(sixty.slice(0, 12));
  expect(peopleOf(0)).toEqual([]);
});
