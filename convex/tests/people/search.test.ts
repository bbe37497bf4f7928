import { expect } from "vitest";
import { api } from "../../_generated/api";
import { deleteAccount } from "../../testing/auth.testing";
import { gold, man, vip, woman } from "../../testing/crowd.testing";
import { applicant, approve, newcomer, organiser, reject } from "../../testing/people.testing";
import { allPages, searchPeople, pageOf, registered } from "../../testing/peopleSearch.testing";
import { pictureOf } from "../../testing/profiles.testing";
import { rowsIn, settled, setupTest, test } from "../../testing/product.testing";
import { file } from "../../testing/reports.testing";
import { keysOf } from "../../model/rows/personKeys";

test("a search finds a person by the start of a name's word or handle, or by the address up to its @", async () => {
  const t = setupTest();
  const desk = await organiser(t);
  await woman(t, "Zoë  Marie de Souza");
  await woman(t, "Ravina");

  const her = ["Zoë Marie de Souza"];
  for (const typed of ["z", "ZOE", "zoë", "marie", "Marie  DE", "de s", "souza", "zomariede", "@zomariede", "zo"]) {
    expect([typed, await searchPeople(desk, typed)]).toEqual([typed, her]);
  }
  expect(await searchPeople(desk, "zo.marie.de.souza@people.te")).toEqual(her);
  for (const typed of [
    "zo.",
    "zo.marie.de.souza",
    "oe",
    "arie",
    "souza zoe",
    "zoe@",
    "@@zo",
    "@\uff20zo",
    "@@ zo.marie.de",
    "\u{10ffff}",
  ]) {
    expect([typed, await searchPeople(desk, typed)]).toEqual([typed, []]);
  }
  expect(await searchPeople(desk, " "), "all, the newest first").toEqual(["Ravina", ...her]);
});

test("a search finds a name in an Indian script, with its vowel signs", async ({ t }) => {
  const desk = await organiser(t);
  await woman(t, "Meera", { name: "मीरा शर्मा" });
  expect(await searchPeople(desk, "मी")).toEqual(["मीरा शर्मा"]);
  expect(await searchPeople(desk, "शर्")).toEqual(["मीरा शर्मा"]);
  expect(await searchPeople(desk, "म शर")).toEqual([]);
});

test("the search follows the public profile: a change once approved, a rejection and a deletion at once", async () => {
  const t = setupTest();
  const [desk, asha] = [await organiser(t), await woman(t, "Asha")];
  await asha.mutation(api.profiles.update, { profile: { name: "Indira", instagramHandle: "other.insta" } });
  expect([await searchPeople(desk, "asha"), await searchPeople(desk, "indira")]).toEqual([["Asha"], []]);
  await approve(t, asha);
  expect([
    await searchPeople(desk, "indira"),
    await searchPeople(desk, "other.i"),
    await searchPeople(desk, "asha.insta"),
  ]).toEqual([["Indira"], ["Indira"], []]);

  const ravi = await applicant(t, "Ravi");
  expect(await searchPeople(desk, "ravi.insta")).toEqual(["Ravi"]);
  await reject(t, ravi);
  expect(await searchPeople(desk, "ravi"), "an address without its @").toEqual([]);
  expect(await searchPeople(desk, "ravi@"), "by the address alone").toEqual(["ra…@people.test"]);
  await deleteAccount(ravi);
  expect(await searchPeople(desk, "ravi")).toEqual([]);
  await settled(t);

  const profiles = new Map((await rowsIn(t, "profiles")).map((row) => [row.userId, row]));
  const users = (await rowsIn(t, "users")).filter(({ kind }) => kind === "user");
  const right = users.flatMap(({ _id, email }) => keysOf(email, profiles.get(_id) ?? null).map((key) => [_id, key]));
  const stored = (await rowsIn(t, "personKeys")).map(({ userId, key }) => [userId, key]);
  expect(stored.sort()).toEqual(right.sort());
});

test("the list shows a shortened address, and no staff", async ({ t }) => {
  const desk = await organiser(t);
  await newcomer(t, "Nina");
  const { page } = await pageOf(desk, "");
  expect(page).toMatchObject([{ name: "", age: null, address: "ni…@people.test", status: "none", photo: null }]);
  expect(await searchPeople(desk, "organiser")).toEqual([]);
});

test("each filter lists its people, alone, with another filter and with a search", async ({ t }) => {
  const desk = await organiser(t);
  const gita = await gold(t, await woman(t, "Gita Gold"));
  const vani = await vip(t, await woman(t, "Vani Vip"));
  for (const name of ["Anu", "Ravi"]) await woman(t, name);
  await applicant(t, "Pia");

  expect(await searchPeople(desk, "", { tier: "gold" })).toEqual(["Gita Gold"]);
  expect(await searchPeople(desk, "", { tier: "vip" })).toEqual(["Vani Vip"]);
  expect(await searchPeople(desk, "", { tier: "free", status: "approved" })).toEqual(["Ravi", "Anu"]);
  expect(await searchPeople(desk, "", { status: "pending" })).toEqual(["Pia"]);
  expect(await searchPeople(desk, "g", { tier: "gold" })).toEqual(["Gita Gold"]);
  expect(await searchPeople(desk, "g", { tier: "vip" })).toEqual([]);
  expect(vani.userId).not.toBe(gita.userId);
});

test("the list marks people with an open report, a waiting version, or hints from an earlier account", async () => {
  const t = setupTest();
  const desk = await organiser(t);
  const [anu, ravi, kiran] = [await woman(t, "Anu"), await man(t, "Ravi"), await applicant(t, "Kiran")];
  await file(anu, ravi);
  await reject(t, kiran);
  await anu.mutation(api.profiles.update, { profile: { bio: "Another." } });

  const { page } = await pageOf(desk, "");
  const marks = page.map(({ name, reported, waiting, known }) => ({ name, reported, waiting, known }));
  expect(marks).toEqual([
    { name: "", reported: false, waiting: false, known: true },
    { name: "Ravi", reported: true, waiting: false, known: false },
    { name: "Anu", reported: false, waiting: true, known: false },
  ]);
});

test("the list marks photos that wait for a moderator, and not a change of the text or the photos' order", async ({
  t,
}) => {
  const [desk, asha] = [await organiser(t), await woman(t, "Asha")];
  const photosWaitAfter = async (profile: (typeof api.profiles.update)["_args"]["profile"]) => {
    await asha.mutation(api.profiles.update, { profile });
    return (await pageOf(desk, "")).page.map(({ photosWaiting }) => photosWaiting);
  };
  const { photos } = await asha.query(api.profiles.me, {});
  const own = photos.map(({ photoId }) => photoId);
  const added = await pictureOf(t, asha);

  expect(await photosWaitAfter({ bio: "Another." })).toEqual([false]);
  expect(await photosWaitAfter({ bio: "Another.", photoIds: [...own, added] })).toEqual([true]);
  await approve(t, asha);
  expect(await photosWaitAfter({ photoIds: [added, ...own] })).toEqual([false]);
});

test("pages keep one order and list each person once, even a person found by two words", async () => {
  const t = setupTest();
  const desk = await organiser(t);
  const names = Array.from({ length: 30 }, (_, i) => `Asha Ashok${String(i).padStart(2, "0")}`);
  await registered(t, [...names, "Bina Ashok"]);
  const pages = await allPages(desk, "ash");
  expect(pages.flat()).toEqual([...names, "Bina Ashok"]);
  expect(pages.every((page) => page.length <= 25)).toBe(true);
  expect(await allPages(desk, "ash")).toEqual(pages);
});

test("a filter finds its people among many search results, even behind empty pages", async ({ t }) => {
  const desk = await organiser(t);
  const ids = await registered(
    t,
    Array.from({ length: 130 }, (_, i) => `Asha ${String(i).padStart(3, "0")}`),
  );
  await t.run(async (ctx) => await ctx.db.patch("users", ids[129]!, { status: "hidden" }));
  const pages = await allPages(desk, "ash", { status: "hidden" });
  expect([pages[0], pages.flat()]).toEqual([[], ["Asha 129"]]);
});

test("a person with the typed name is on the first page, however many addresses begin the same", async ({ t }) => {
  const desk = await organiser(t);
  for (let n = 0; n < 26; n++) await newcomer(t, `m${n}`);
  await registered(t, ["Rao Meera"]);
  expect(await searchPeople(desk, "m")).toEqual(["Rao Meera"]);
  expect(await searchPeople(desk, "m3@")).toEqual(["m…@people.test"]);
});

test("a person with an @ in their name is found by every word of it", async ({ t }) => {
  const desk = await organiser(t);
  await registered(t, ["Dev @ Goa"]);
  for (const typed of ["de", "dev @", "Dev @ Goa", "dev goa", "goa"]) {
    expect([typed, await searchPeople(desk, typed)]).toEqual([typed, ["Dev @ Goa"]]);
  }
});
