import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { setFestivalOfPage } from "../../lib/festival";
import { attendeeConnections } from "../../session/attendeeConnections";
import { FakeSocket } from "../../testing/fakeSocket";
import { festival } from "../../testing/festival";
import { deployment, everythingShown, newTokens, show, showTo } from "../../testing/page";
import { applicant, card as person, deck, member } from "../../testing/people";
import { askForFirstDeal } from "./earlyDeal";
import { card } from "./swiping.testing";

const skeleton = page.getByRole("status", { name: "Loading profiles" });

beforeEach(openConnection);

test("a visit asks for the member, the settings and the first cards in one message, and does not ask again", async () => {
  const sent = messages();
  signIn();
  deployment.answer(api.profiles.me, member());
  deployment.answer(api.festival.settings, festival);
  deployment.answer(api.swipes.deck, deck(person("Ravi")));
  askForFirstDeal();
  await expect.poll(() => deployment.calls(api.swipes.deck)).toHaveLength(1);
  expect(sent().slice(0, 3)).toEqual([
    "Connect",
    "Authenticate",
    "ModifyQuerySet profiles:me festival:settings swipes:deck",
  ]);

  show("/swipe");
  await expect.element(card("Ravi")).toBeVisible();
  expect(sent().filter((message) => message === "Authenticate")).toHaveLength(1);
  for (const query of [api.profiles.me, api.festival.settings, api.swipes.deck])
    expect(deployment.calls(query)).toHaveLength(1);
});

test("the first card's photo is fetched as soon as the cards arrive, in the width that is drawn", async () => {
  const images = vi.spyOn(window, "Image");
  onTestFinished(() => images.mockRestore());
  signIn();
  deployment.answer(api.profiles.me, member());
  deployment.answer(api.swipes.deck, deck(person("Ravi"), person("Kabir")));
  askForFirstDeal();
  await expect.poll(() => images.mock.results.length).toBe(1);
  const { fetchPriority, srcset, sizes } = images.mock.results[0]!.value as HTMLImageElement;
  show("/swipe");
  const drawn = page.getByRole("img", { name: "Photo of Ravi" });
  await expect.element(drawn).toBeVisible();
  expect(drawn.element()).toMatchObject({ srcset, sizes });
  expect(fetchPriority).toBe("high");
});

test("cards that arrive after the app has loaded are shown, and not asked for again", async () => {
  signIn();
  const cards = deployment.hold(api.swipes.deck);
  deployment.answer(api.profiles.me, member());
  askForFirstDeal();
  showTo(member(), "/swipe");
  await expect.element(skeleton).toBeVisible();
  cards.answer(deck(person("Ravi")));
  await expect.element(card("Ravi")).toBeVisible();
  expect(deployment.calls(api.swipes.deck)).toEqual([{ queued: 0 }]);
});

test("with the cards there, the first screen has the card", async () => {
  signIn();
  deployment.answer(api.profiles.me, member());
  deployment.answer(api.swipes.deck, deck(person("Ravi")));
  askForFirstDeal();
  await expect.poll(() => deployment.calls(api.swipes.deck)).toHaveLength(1);
  const shown = everythingShown();
  show("/swipe");
  await expect.element(card("Ravi")).toBeVisible();
  const firstScreen = shown()
    .split("\n")
    .find((text) => text.startsWith("Swipe"));
  expect(firstScreen).toContain("Ravi");
});

test("a person who may not see the deck yet sees neither cards nor an error", async () => {
  signIn();
  deployment.answer(api.profiles.me, applicant());
  deployment.refuse(api.swipes.deck, "FORBIDDEN", "Your profile is not approved");
  askForFirstDeal();
  const shown = everythingShown();
  showTo(applicant(), "/swipe");
  await expect.element(page.getByRole("heading", { name: "Profile Under Review" })).toBeVisible();
  expect(shown()).not.toMatch(/not approved|Failed/);
});

test("cards refused for a moment are asked for again", async () => {
  signIn();
  deployment.answer(api.profiles.me, member());
  deployment.refuse(api.swipes.deck, "FORBIDDEN", "Your profile is not approved");
  askForFirstDeal();
  await expect.poll(() => deployment.calls(api.swipes.deck)).toHaveLength(1);
  deployment.answer(api.swipes.deck, deck(person("Ravi")));
  showTo(member(), "/swipe");
  await expect.element(card("Ravi")).toBeVisible();
});

test("unsent swipes of the last visit are counted, and their people are not shown", async () => {
  const [me, ravi, kabir] = [member(), person("Ravi"), person("Kabir")];
  signIn();
  const entry = { profileId: ravi._id, liked: true };
  const queued = { key: ravi._id, lane: ravi._id, number: 1, entry };
  window.localStorage.setItem(`draft:swipes:${me._id}:${ravi._id}`, JSON.stringify(queued));
  deployment.answer(api.profiles.me, me);
  deployment.answer(api.swipes.deck, deck(ravi, kabir));
  deployment.hold(api.swipes.swipe);
  askForFirstDeal();
  showTo(me, "/swipe");
  await expect.element(card("Kabir")).toBeVisible();
  expect(deployment.calls(api.swipes.deck)).toEqual([{ queued: 1 }]);
});

test("a person who signs in during the load, in another tab, gets their own cards", async () => {
  signIn();
  deployment.answer(api.profiles.me, member({ name: "Asha" }));
  deployment.answer(api.swipes.deck, deck(person("Ravi")));
  askForFirstDeal();
  await expect.poll(() => deployment.calls(api.swipes.deck)).toHaveLength(1);
  signIn("somebody else");
  deployment.answer(api.swipes.deck, deck(person("Kabir")));
  deployment.answer(api.profiles.me, member({ name: "Zoya" }));
  show("/swipe");
  await expect.element(card("Kabir")).toBeVisible();
});

test("a visitor, and a member after the festival, ask for nothing early", () => {
  const sent = messages();
  askForFirstDeal();
  signIn();
  setFestivalOfPage({ ...festival, appState: "closed" });
  askForFirstDeal();
  expect(sent()).toEqual([]);
});

/** A new one, as on a page that has just opened. */
function openConnection() {
  attendeeConnections.forget();
  attendeeConnections.closeReplaced();
}

function signIn(sub?: string) {
  window.localStorage.setItem("__convexAuthJWT_attendee", newTokens(86_400, sub).token);
}

/** Records the client's messages from now on, until the test ends: their types, and the queries they add. */
function messages(): () => string[] {
  const spy = vi.spyOn(FakeSocket.prototype, "send");
  onTestFinished(() => spy.mockRestore());
  type Message = { type: string; modifications?: { udfPath?: string }[] };
  return () =>
    spy.mock.calls.map(([text]) => {
      const { type, modifications = [] } = JSON.parse(text) as Message;
      return [type, ...modifications.map(({ udfPath }) => udfPath)].join(" ");
    });
}
