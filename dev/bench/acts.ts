/**
 * Acts of people on a server under test, and workloads made of them, the same on each server. Times in milliseconds.
 */

export interface Acts {
  /** Opens the app for person n, a man when n is even, signed in. A person who `watches` has everything on a screen live. */
  open(person: number, watches?: boolean): Promise<Screen>;
  /** The time from a moderator's approval until the waiting person's screen shows it. */
  approval?(applicant: number): Promise<number>;
}

export interface Screen {
  swipe(other: number, liked: boolean): Promise<unknown>;
  /** Resolves with the time when the list of matches has a new one. */
  nextMatch(): Promise<number>;
  close(): Promise<unknown>;
}

/** People with the app open who watch everything. `first` and `partners` are even, men. */
interface Shape {
  /** The number of the first, and how many they are. */
  first: number;
  open: number;
  /** The number of matches that each has before the first figure, with people from `partners` on. */
  matches: number;
  likes: number;
  partners: number;
}

const usual: Shape = { first: 0, open: 40, matches: 40, likes: 20, partners: 40 };
const SWIPERS = 32;

/** People with long lists who watch everything. Half of them are on a quota. */
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

  static async open(acts: Acts, members: number, shape = usual): Promise<Lists> {
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
    // As a person opens the app again: what is in the lists was there before, and was seen.
    return new Lists(shape, await openAll(true), members);
  }

  /** Matches the next two. Times the second like until the other person's screen shows the match. */
  async match(): Promise<number> {
    const { first, open } = this.#shape;
    const [k, side] = [this.#matches++, open / 2];
    if (k >= side * side) throw new Error("All of them have matched");
    const pair = [2 * (k % side), 2 * ((k + Math.floor(k / side)) % side) + 1];
    const [a, b] = (k % 2 === 0 ? pair : pair.reverse()) as [number, number];
    return await matchBetween(this.#screens[a]!, this.#screens[b]!, first + a, first + b);
  }

  /** Swipes per second of 32 of them, each about `each` others, one after the other. */
  async swipeRate(each: number): Promise<number> {
    const from = this.#swipes;
    this.#swipes += each;
    const { partners, matches, likes } = this.#shape;
    const start = partners + 2 * (matches + likes);
    const others = (this.#members - start) / 2;
    const other = (n: number, k: number) => start + 2 * ((n * 17 + from + k) % others) + (1 - (n % 2));
    return await rateOf(this.#screens.slice(0, SWIPERS), each, other);
  }

  async close(): Promise<void> {
    await Promise.all(this.#screens.map((screen) => screen.close()));
  }
}

/** The time from B's like until A's screen shows the match. A liked B before. */
export async function matchBetween(screenA: Screen, screenB: Screen, a: number, b: number): Promise<number> {
  await screenA.swipe(b, true);
  const seen = screenA.nextMatch();
  const start = performance.now();
  const [at] = await Promise.all([seen, screenB.swipe(a, true)]);
  return at - start;
}

/** Swipes per second, each person `each` times, one after the other, about `other(n, k)`. */
export async function rateOf(
  screens: Screen[],
  each: number,
  other: (n: number, k: number) => number,
): Promise<number> {
  const start = performance.now();
  await Promise.all(
    screens.map(async (screen, n) => {
      for (let k = 0; k < each; k++) await screen.swipe(other(n, k), k % 3 !== 0);
    }),
  );
  return (screens.length * each) / ((performance.now() - start) / 1_000);
}
