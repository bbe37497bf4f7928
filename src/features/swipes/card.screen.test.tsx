import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { brokenPhoto, card as person } from "../../testing/people";
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

test("a card whose photo does not load has a drawn silhouette", async () => {
  showCards([person("Ravi", { photoURL: brokenPhoto })]);
  await expect.element(page.getByRole("img", { name: "Ravi (the photo did not load)" })).toBeVisible();
});

test("a card is taken by the buttons and by the arrow keys: left is Dislike, right is Like", async () => {
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

test("a card that is decided with a double click leaves alone: the one under it stays", async () => {
  showCards(["Alpha", "Beta", "Gamma"].map((name) => person(name)));
  await dislike().dblClick();
  await expect.element(left(4)).toBeVisible();
  await expect.element(card("Beta")).toBeVisible();
  await like().dblClick();
  await expect.element(left(3)).toBeVisible();
  await expect.element(card("Gamma")).toBeVisible();
  expect(deployment.calls(api.swipes.swipe)).toHaveLength(2);
});

test("a card whose swipe is refused comes back with the reason, and the swipe is not counted", async () => {
  showCards([person("Ravi")]);
  deployment.refuse(api.swipes.swipe, "NOT_FOUND", "Failed to process swipe");
  await like().click();
  await expect.element(page.getByText("Failed to process swipe")).toBeVisible();
  await expect.element(card("Ravi")).toBeVisible();
  await expect.element(left(5)).toBeVisible();
});

test("a card whose swipe fails comes back: 'Failed to process swipe'", async () => {
  showCards([person("Ravi")]);
  deployment.break(api.swipes.swipe);
  await dislike().click();
  await expect.element(page.getByText("Failed to process swipe")).toBeVisible();
  await expect.element(card("Ravi")).toBeVisible();
  await expect.element(left(5)).toBeVisible();
});
