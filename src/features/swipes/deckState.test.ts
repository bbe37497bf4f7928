import { expect, test } from "vitest";
import { type Card, emptyDeck, nextDeck } from "./deckState";

const person = (name: string) => ({ _id: name, name }) as unknown as Card;
const [asha, mira, zoya] = [person("Asha"), person("Mira"), person("Zoya")];
const names = (cards: readonly Card[]) => cards.map(({ name }) => name);
const still = { x: 0, y: 0 };
const dealt = nextDeck(emptyDeck, { type: "dealt", cards: [asha, mira], isFresh: false });

test("nobody is in the deck twice, and the one on top stays on top", () => {
  expect(names(nextDeck(dealt, { type: "dealt", cards: [zoya, mira, asha], isFresh: false }).cards)).toEqual([
    "Asha",
    "Mira",
    "Zoya",
  ]);
});

test("a decided card flies and leaves the deck", () => {
  const decided = nextDeck(dealt, { type: "decided", flight: { card: asha, liked: true, speed: still } });
  expect(names(decided.cards)).toEqual(["Mira"]);
  expect(decided.flights).toHaveLength(1);
  expect(nextDeck(decided, { type: "flightEnded", card: asha }).flights).toHaveLength(0);
});

test("a refused card is on top again, also while it still flies", () => {
  const decided = nextDeck(dealt, { type: "decided", flight: { card: asha, liked: false, speed: still } });
  const back = nextDeck(decided, { type: "refused", card: asha });
  expect(names(back.cards)).toEqual(["Asha", "Mira"]);
  expect(back.flights).toEqual([]);
});

test("a failed refill leaves the cards that are here", () => {
  expect(nextDeck(dealt, { type: "failed", problem: "Failed to get profiles" }).status).toBe("ready");
  expect(nextDeck(emptyDeck, { type: "failed", problem: "Failed to get profiles" })).toMatchObject({
    status: "failed",
    problem: "Failed to get profiles",
  });
});

test("a fresh deal removes the cards that are not in it and keeps the order of the rest", () => {
  const fresh = nextDeck(dealt, { type: "dealt", cards: [zoya, mira], isFresh: true });
  expect(names(fresh.cards)).toEqual(["Mira", "Zoya"]);
});
