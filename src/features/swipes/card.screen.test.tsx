import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { festivalDates } from "../../../convex/shared/festival";
import { festival } from "../../testing/festival";
import { brokenPhoto, card as person, deck, photo, shownAt, type Card } from "../../testing/people";
import { deployment, resize } from "../../testing/page";
import { card, dislike, left, like, showCards } from "./swiping.testing";

test("a card shows photo, name, age, bio, hobbies, drinking and smoking, and no handle", async () => {
  showCards([person("Ravi", { age: 24, bio: "Left of the sound desk.", hobbies: ["Chess ♟️"] })]);
  await expect.element(page.getByRole("heading", { name: "Ravi, 24" })).toBeVisible();
  await expect.element(page.getByRole("img", { name: "Photo of Ravi" })).toBeVisible();
  await expect.element(page.getByText("Left of the sound desk.")).toBeVisible();
  await expect.element(page.getByText("Chess")).toBeVisible();
  await expect.element(page.getByText("Drinking: Socially")).toBeInTheDocument();
  await expect.element(page.getByText("Smoking: Never")).toBeInTheDocument();
  expect(page.getByRole("article").element().textContent).not.toContain("@");
});

test("a card is at most 350 by 500 px where there is room", async () => {
  await resize(1440, 900);
  showCards([person("Ravi")]);
  await expect.element(card("Ravi")).toBeVisible();
  const { width, height } = page.getByRole("article").element().getBoundingClientRect();
  expect(width).toBeLessThanOrEqual(350);
  expect(height).toBeLessThanOrEqual(500);
});

test("a card fills the room on a tablet, and keeps its shape", async () => {
  await resize(820, 1180);
  showCards([person("Ravi")]);
  await expect.element(card("Ravi")).toBeVisible();
  const { width, height } = page.getByRole("article").element().getBoundingClientRect();
  expect(width).toBeGreaterThan(600);
  expect(width / height).toBeCloseTo(0.7);
});

test("on the smallest phones the longest text leaves the upper half of the photo, or half of the card, free", async () => {
  const fullest: Partial<Card> = {
    bio: "Here for the drummers, mostly, and for the rain on Friday. ".repeat(3).slice(0, 150),
    hobbies: ["Photography 📸", "Traveling ✈️", "Swimming 🏊", "Painting 🎨", "Cooking 🍳"],
    festivalDays: festivalDates(festival).slice(1),
    atFestival: true,
  };
  for (const [width, height] of [
    [360, 640],
    [640, 360],
    [568, 320],
  ] as const) {
    await resize(width, height);
    showCards([person("Venkatasubramanian", { ...fullest, isVIP: true })]);
    await expect.element(card("Venkatasubramanian")).toBeVisible();
    const article = page.getByRole("article").element();
    const [box, heading] = [article.getBoundingClientRect(), article.querySelector("h2")!.getBoundingClientRect()];
    const last = page.getByText("Cooking").element().getBoundingClientRect();
    const isBeside = width > height && heading.left > box.left + box.width * 0.4;
    expect(isBeside || heading.top > box.top + box.height * 0.45, `${width}x${height}`).toBe(true);
    if (height > 320) expect(last.bottom, `${width}x${height}`).toBeLessThan(box.bottom);
    expect(heading.top, `${width}x${height}`).toBeGreaterThanOrEqual(box.top);
  }
});

test("a card whose photo does not load shows a drawn silhouette", async () => {
  showCards([person("Ravi", { photoURL: brokenPhoto })]);
  await expect.element(page.getByRole("img", { name: "Ravi (the photo did not load)" })).toBeVisible();
});

test("the buttons and the arrow keys swipe a card: left is Dislike, right is Like", async () => {
  showCards(["Alpha", "Beta", "Gamma", "Delta"].map((name) => person(name)));
  const acts = [
    ["Alpha", () => like().click()],
    ["Beta", () => dislike().click()],
    ["Gamma", () => userEvent.keyboard("{ArrowRight}")],
    ["Delta", () => userEvent.keyboard("{ArrowLeft}")],
  ] as const;
  for (const [n, [name, act]] of acts.entries()) {
    await expect.element(card(name)).toBeVisible();
    await act();
    await expect.element(left(4 - n)).toBeVisible();
    await expect.element(card(name)).not.toBeInTheDocument();
  }
  // The count goes down before the swipe is sent.
  const sent = () => deployment.calls(api.swipes.swipe).map(({ liked }) => liked);
  await expect.poll(sent).toEqual([true, false, true, false]);
});

test("a double click swipes only the top card, and the one under it stays", async () => {
  showCards(["Alpha", "Beta", "Gamma"].map((name) => person(name)));
  await dislike().dblClick();
  await expect.element(left(4)).toBeVisible();
  await expect.element(card("Beta")).toBeVisible();
  await like().dblClick();
  await expect.element(left(3)).toBeVisible();
  await expect.element(card("Gamma")).toBeVisible();
  expect(deployment.calls(api.swipes.swipe)).toHaveLength(2);
});

test.each([
  ["answered on another device", "ALREADY_DECIDED"],
  ["of a person who was reported or is gone", "NOT_FOUND"],
] as const)("a card %s leaves with the reason, and the swipe is not counted", async (_, code) => {
  const ravi = person("Ravi");
  showCards([ravi]);
  await expect.element(card("Ravi")).toBeVisible();
  deployment.refuse(api.swipes.swipe, code, "Failed to process swipe");
  const dealt = deployment.hold(api.swipes.deck);
  await like().click();
  await expect.element(page.getByText("You have already answered this card, or it is gone.")).toBeVisible();
  await expect.element(left(5)).toBeVisible();
  await expect.element(page.getByText("Failed to process swipe")).not.toBeInTheDocument();
  await expect.element(card("Ravi")).not.toBeInTheDocument();
  // This deal is older than the answer.
  dealt.answer(deck(ravi, person("Dev")));
  await expect.element(card("Dev")).toBeVisible();
});

test("a card whose swipe fails comes back: 'Failed to process swipe'", async () => {
  showCards([person("Ravi")]);
  deployment.break(api.swipes.swipe);
  await dislike().click();
  await expect.element(page.getByText("Failed to process swipe")).toBeVisible();
  await expect.element(card("Ravi")).toBeVisible();
  await expect.element(left(5)).toBeVisible();
});

test("a card with three photos shows the next one by a tap on its right half, the space bar or the arrow up", async () => {
  showCards([person("Ravi", { photos: three }), person("Kabir")]);
  await expect.element(page.getByRole("img", { name: "Photo of Ravi" })).toHaveAttribute("src", three[0]?.url ?? "");
  const next = (number: number) => page.getByRole("button", { name: `Next photo (${number} of 3)` });
  await next(2).click();
  await expect.element(page.getByRole("img", { name: "Photo of Ravi, 2 of 3" })).toBeVisible();
  await expect.element(page.getByText("Photo 2 of 3", { exact: true })).toBeInTheDocument();
  await userEvent.keyboard("{ArrowUp}");
  await expect.element(page.getByRole("img", { name: "Photo of Ravi, 3 of 3" })).toBeVisible();
  await page.getByRole("button", { name: "Previous photo" }).click();
  await expect.element(page.getByRole("img", { name: "Photo of Ravi, 2 of 3" })).toBeVisible();
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard(" ");
  await expect.element(next(1), { message: "after the last one comes the first" }).toBeInTheDocument();
  await userEvent.keyboard("{ArrowUp}");
  await expect.element(page.getByRole("img", { name: "Photo of Ravi", exact: true })).toBeVisible();
  expect(deployment.calls(api.swipes.swipe), "no card was swiped").toEqual([]);
});

test("a drag that starts on a photo swipes the card, and shows no other photo", async () => {
  showCards([person("Ravi", { photos: three }), person("Kabir", { photos: three })]);
  const half = page.getByRole("button", { name: "Next photo (2 of 3)" });
  await expect.element(half).toBeVisible();
  const positions = { sourcePosition: { x: 20, y: 200 }, targetPosition: { x: 180, y: 200 } };
  await userEvent.dragAndDrop(half, half, positions);
  await expect.element(card("Kabir")).toBeVisible();
  await expect.element(page.getByRole("img", { name: "Photo of Kabir", exact: true })).toBeVisible();
  await expect.poll(() => deployment.calls(api.swipes.swipe).map(({ liked }) => liked)).toEqual([true]);
});

test("after a drag by finger that decides nothing, the first tap on Report opens the form", async () => {
  showCards([person("Ravi"), person("Kabir")]);
  const report = page.getByRole("button", { name: "Report Ravi" });
  await expect.element(report).toBeVisible();
  await drag("Ravi", "pointercancel");
  await report.click();
  await expect.element(page.getByRole("dialog", { name: "Report Ravi" })).toBeVisible();
});

test("a flick that a slow phone delivers as one move swipes the card", async () => {
  showCards([person("Ravi"), person("Kabir")]);
  await drag("Ravi", "pointerup");
  await expect.element(card("Kabir")).toBeVisible();
  await expect.poll(() => deployment.calls(api.swipes.swipe).map(({ liked }) => liked)).toEqual([true]);
});

test("the next two cards load only their first photos, after the top card's: blurred, then narrow, then wide", async () => {
  const hash = "1QcSHQRnh493V4dIh4eXh1h4kJUI";
  const names = ["Alpha", "Beta", "Gamma", "Delta"];
  const at = (name: string, width: string) => photo.replace("teal", `${name}${width}`);
  const people = names.map((name) =>
    person(name, { photos: [{ url: at(name, "W"), middle: at(name, "M"), small: at(name, "S"), hash }] }),
  );
  const [early, begun] = [[] as string[], new Map<string, string>()];
  const watch = new MutationObserver(() => {
    const cards = [...document.querySelectorAll<HTMLImageElement>("article img")];
    for (const { alt, srcset } of cards) if (!begun.has(alt)) begun.set(alt, srcset);
    if (cards.length > 1 && cards[0]?.complete === false) early.push(cards.at(-1)?.alt ?? "");
  });
  watch.observe(document.body, { childList: true, subtree: true });
  showCards(people);
  const images = () => [...document.querySelectorAll<HTMLImageElement>("article img")];
  await expect.poll(images).toHaveLength(3);
  watch.disconnect();
  expect(early, "they load only once the first one is there").toEqual([]);
  const wide = (name: string) => `${at(name, "M")} 540w, ${at(name, "W")} 1080w`;
  expect([...begun.values()]).toEqual([wide("Alpha"), `${at("Beta", "M")} 540w`, `${at("Gamma", "M")} 540w`]);
  await expect
    .poll(() => images().map(({ srcset }) => srcset), { message: "wide once that is loaded" })
    .toEqual(names.slice(0, 3).map(wide));
  expect(images().map((image) => image.getAttribute("fetchpriority"))).toEqual(["high", "low", "low"]);
  for (const image of images()) expect(image.style.backgroundImage).toMatch(/^url\("data:image\/png;base64,/);
});

const three = ["tomato", "gold", "navy"].flatMap((colour) => shownAt(photo.replace("teal", colour)));

/** Moves a card by finger, 40 px to the right in 50 ms. The drag ends with the event `end`. */
async function drag(name: string, end: "pointerup" | "pointercancel") {
  const face = page.getByRole("img", { name: `Photo of ${name}` });
  await expect.element(face).toBeVisible();
  // The browser captures no pointer that a script made up.
  const capture = vi.spyOn(Element.prototype, "setPointerCapture").mockReturnValue();
  onTestFinished(() => capture.mockRestore());
  for (const [type, clientX, timeStamp] of [
    ["pointerdown", 200, 1000],
    ["pointermove", 240, 1040],
    [end, 240, 1050],
  ] as const) {
    const event = new PointerEvent(type, { pointerId: 7, clientX, clientY: 300, bubbles: true });
    Object.defineProperty(event, "timeStamp", { value: timeStamp });
    face.element().dispatchEvent(event);
  }
}
