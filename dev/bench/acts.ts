/** People's actions on a server under test, and workloads made of them. They are equal on all servers. Times in milliseconds. */
import { timeOf } from "./loops";

export interface Acts {
  /** Opens the app for person n, signed in. Even numbers are men. `watches`: subscribes to everything on a screen. */
  open(person: number, watches?: boolean): Promise<Screen>;
  /** Returns the time from a moderator's approval until the applicant's screen shows it. */
  approval?(applicant: number): Promise<number>;
}

export interface Screen {
  swipe(other: number, liked: boolean): Promise<unknown>;
  /** Resolves when the list of matches has a new one, with the time. */
  nextMatch(): Promise<number>;
  close(): Promise<unknown>;
}

/** People with the app open who subscribe to everything. `first` and `partners` are even numbers: men. */
interface Shape {
  /** Number of the first person, and how many people there are. */
  first: number;
  open: number;
  /** Matches that each person has before the first figure, with people from number `partners` on. */
  matches: number;
  likes: number;
  partners: number;
}

const usualShape: Shape = { first: 0, open: 40, matches: 40, likes: 20, partners: 40 };
const SWIPERS = 32;

/** People with long lists who subscribe to everything. Half of them have a quota. */
export class Lists {
  readonly #shape: Shape;
  readonly #screens: Screen[];
  readonly #members: number;
  #matches = 0;
  #swipes = 0;

  private constructor(shape: Shape, screens: Screen[], members: number) {
    this.#shape = shape;
    this.#screens = screens;
    this.#members = members;
  }

  static async open(acts: Acts, members: number, shape = usualShape): Promise<Lists> {
    const { first, open, matches, likes, partners } = shape;
    const openAll = (watch: boolean) =>
      Promise.all(Array.from({ length: open }, (_, n) => acts.open(first + n, watch)));
    const screens = await openAll(false);
    const befriend = async (partner: number) => {
      const screen = await acts.open(partner);
      const isMatch = partner < partners + 2 * matches;
      for (let n = 1 - (partner % 2); n < open; n += 2) {
        await screen.swipe(first + n, true);
        if (isMatch) await screens[n]!.swipe(partner, true);
      }
      await screen.close();
    };
    const end = partners + 2 * (matches + likes);
    for (let n = partners; n < end; n += 2) await Promise.all([befriend(n), befriend(n + 1)]);
    await Promise.all(screens.map((screen) => screen.close()));
    // Reopens the app, so that the lists' entries are old and seen.
    return new Lists(shape, await openAll(true), members);
  }

  /** Matches the next two people. Returns the time from the second like until the other screen shows the match. */
  async match(): Promise<number> {
    const { first, open } = this.#shape;
    const [k, side] = [this.#matches++, open / 2];
    if (k >= side * side) throw new Error("All of them have matched");
    const pair = [2 * (k % side), 2 * ((k + Math.floor(k / side)) % side) + 1];
    const [a, b] = (k % 2 === 0 ? pair : pair.reverse()) as [number, number];
    return await matchBetween(this.#screens[a]!, this.#screens[b]!, first + a, first + b);
  }

  /** Returns the swipes per second of 32 people. Each swipes on `count` others, one after the other. */
  async swipeRate(count: number): Promise<number> {
    const offset = this.#swipes;
    this.#swipes += count;
    const { partners, matches, likes } = this.#shape;
    const start = partners + 2 * (matches + likes);
    const others = (this.#members - start) / 2;
    const other = (n: number, k: number) => start + 2 * ((n * 17 + offset + k) % others) + (1 - (n % 2));
    return await rateOf(this.#screens.slice(0, SWIPERS), count, other);
  }

  async close(): Promise<void> {
    await Promise.all(this.#screens.map((screen) => screen.close()));
  }
}

/** Returns the time from B's like until A's screen shows the match. A likes B first. */
export async function matchBetween(screenA: Screen, screenB: Screen, a: number, b: number): Promise<number> {
  await screenA.swipe(b, true);
  const matchShown = screenA.nextMatch();
  const start = performance.now();
  const [shownAt] = await Promise.all([matchShown, screenB.swipe(a, true)]);
  return shownAt - start;
}

/** Returns the swipes per second. Each person swipes `count` times, one after the other, on `other(n, k)`. */
export async function rateOf(
  screens: Screen[],
  count: number,
  other: (n: number, k: number) => number,
): Promise<number> {
  const swipe = async (screen: Screen, n: number) => {
    for (let k = 0; k < count; k++) await screen.swipe(other(n, k), k % 3 !== 0);
  };
  return (screens.length * count * 1_000) / (await timeOf(() => Promise.all(screens.map(swipe))));
}
