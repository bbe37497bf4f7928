/**
 * The measured workloads, the same for both servers, with the stock client over its WebSocket. Times in milliseconds. They exclude
 * connections, sign-ins and earlier likes. Pauses are the same on both sides.
 */
import { setTimeout as wait } from "node:timers/promises";
import { ConvexClient } from "convex/browser";
import {
  makeFunctionReference,
  type FunctionArgs,
  type FunctionReference,
  type FunctionReturnType,
} from "convex/server";
import { api } from "../../convex/_generated/api";
import { limits } from "../../convex/shared/limits";
import { WebSocket } from "ws";
import { matchBetween, rateOf, type Acts } from "./acts";
import { series, timeOf } from "./loops";

export interface Member {
  id: string;
  token: string;
}

/** A server under test and its people. Even numbers are men. */
export interface Side {
  name: string;
  url: string;
  /** URL of HTTP actions. */
  siteUrl: string;
  members: Member[];
  /** People in the review queue. `id`: the version that a moderator decides on. */
  applicants: Member[];
  moderator: string;
}

/** Milliseconds. */
const PAUSE = 2;
const DECK_WARM_UP = 20;
/** The first woman unused by earlier workloads: repeating a swipe costs less than the first time. */
const FIRST_WOMAN = 33;

export interface LiveQuery {
  name: string;
  args: Record<string, number>;
}

const limit = limits.listSizeDefault;
/** A member's subscriptions while the deck is open. `opened`: when the page was opened, in ms. */
const queriesOfAPage = (opened: number): LiveQuery[] => [
  ...queriesOf("profiles:me", "festival:settings", "chat:threads"),
  { name: "matches:news", args: { since: opened } },
  { name: "matches:list", args: { limit, before: opened } },
];
/** Also with the likes open. */
const everything = (opened: number): LiveQuery[] => [
  ...queriesOfAPage(opened),
  { name: "matches:pendingLikes", args: { limit, before: opened } },
];

export function queriesOf(...names: string[]): LiveQuery[] {
  return names.map((name) => ({ name, args: {} }));
}

type Entries = { createdAt: number }[];
type Listed = Entries | { matches?: Entries };

/** Returns people's actions with the stock client. */
export function actsOf(side: Side): Acts {
  return {
    open: async (person, watches = false) => {
      const client = connectAs(side, person);
      // Ours has the new match in the news. The floor has one list.
      const newest = new Map<string, string>();
      let arrived: (at: number) => void = () => undefined;
      const checkForMatch = (name: string, value: Listed) => {
        const matches = Array.isArray(value) ? value : (value.matches ?? []);
        const current = `${matches.length} ${matches[0]?.createdAt}`;
        if (newest.has(name) && current !== newest.get(name)) arrived(performance.now());
        newest.set(name, current);
      };
      const subscribe = ({ name, args }: LiveQuery) =>
        new Promise<void>((resolve) => {
          client.onUpdate(makeFunctionReference<"query">(name), args, (value) => {
            if (name === "matches:list" || name === "matches:news") checkForMatch(name, value as Listed);
            resolve();
          });
        });
      if (watches && side.name === "ours") await seeAll(client);
      await Promise.all(watches ? everything(Date.now()).map(subscribe) : [client.query(api.profiles.me, {})]);
      return {
        swipe: (other, liked) => client.mutation(api.swipes.swipe, { profileId: side.members[other]!.id, liked }),
        nextMatch: () => new Promise((resolve) => (arrived = resolve)),
        close: () => client.close(),
      };
    },
    approval: (applicant) => approvalLatency(side, applicant),
  };
}

/** Marks a person's matches and likes as seen. The floor has no marks. */
async function seeAll(client: ConvexClient): Promise<void> {
  const matchIds = (await client.query(api.matches.list, {})).map(({ matchId }) => matchId);
  const marks = [api.matches.markSeen, api.matches.markListed];
  await Promise.all(marks.map((mark) => client.mutation(mark, { matchIds })));
  await client.mutation(api.matches.markLikesSeen, {});
}

/** Matches two people without earlier matches. Returns the time of `matchBetween`. `first`: the first person's number. */
export async function matchLatency(side: Side, first: number): Promise<number> {
  const acts = actsOf(side);
  const [a, b] = await Promise.all([acts.open(first, true), acts.open(first + 1)]);
  const time = await matchBetween(a, b, first, first + 1);
  await Promise.all([a.close(), b.close()]);
  return time;
}

/** Returns the time from B's message until A's open thread shows it. They are a match. `first`: A's number. */
export async function messageLatency(side: Side, first: number): Promise<number> {
  const [a, b] = [connectAs(side, first), connectAs(side, first + 1)];
  const matches = await a.query(api.matches.list, {});
  const matchId = matches[0]!.matchId;
  const shown = watchValue(a, api.chat.messages, { matchId }, ({ messages }) => messages.length);
  await Promise.all([shown(0), b.query(api.matches.list, {})]);
  const arrived = shown(1);
  const start = performance.now();
  await b.mutation(api.chat.send, { matchId, key: "first", text: "See you at the second stage at nine?" });
  const seen = await arrived;
  await Promise.all([a.close(), b.close()]);
  return seen - start;
}

export async function swipeRate(side: Side, clients: number, each: number, offset: number): Promise<number> {
  const { open } = actsOf(side);
  const screens = await Promise.all(Array.from({ length: clients }, (_, n) => open(n)));
  const rate = await rateOf(screens, each, (n, k) => opposite(side, n, offset + k));
  await Promise.all(screens.map((screen) => screen.close()));
  return rate;
}

/**
 * Returns the swipes per second of `people` women, thirty-two at a time. Each swipes once: on `popular`, who has his likes open, or with
 * `even` on a different man.
 */
export async function popularRate(side: Side, people: number, popular: number, even: boolean): Promise<number> {
  const women = Array.from({ length: people }, (_, n) => connectAs(side, FIRST_WOMAN + 2 * n));
  const him = connectAs(side, popular);
  him.onUpdate(api.matches.pendingLikes, {}, () => undefined);
  await Promise.all([...women, him].map((client) => client.query(api.matches.list, {})));
  let next = 0;
  const swipeOn = async () => {
    for (let n = next++; n < people; n = next++) {
      const other = even ? (popular + 2 * n + 2) % side.members.length : popular;
      await women[n]!.mutation(api.swipes.swipe, { profileId: side.members[other]!.id, liked: true });
    }
  };
  const time = await timeOf(() => Promise.all(Array.from({ length: 32 }, swipeOn)));
  await Promise.all([...women, him].map((client) => client.close()));
  return (people * 1_000) / time;
}

/** Returns the time from a moderator's approval until the person's screen shows it. */
export async function approvalLatency(side: Side, applicant: number): Promise<number> {
  const { id, token } = side.applicants[applicant]!;
  const [attendee, moderator] = [connect(side.url, token), connect(side.url, side.moderator)];
  const status = watchValue(attendee, api.profiles.me, {}, ({ moderationStatus }) => moderationStatus);
  await Promise.all([status("pending"), moderator.query(api.moderator.stats, {})]);
  const approved = status("approved");
  await wait(PAUSE);
  const start = performance.now();
  const [, seen] = await Promise.all([moderator.mutation(api.moderator.decide, { id, approved: true }), approved]);
  await Promise.all([attendee.close(), moderator.close()]);
  return seen - start;
}

export async function deckTimes(side: Side, person: number, runs: number): Promise<number[]> {
  const client = connectAs(side, person);
  const times = await series(DECK_WARM_UP + runs, async () => {
    // While subscribed, the stock client returns a query's result from memory. It unsubscribes when idle.
    await wait(PAUSE);
    return await timeOf(() => client.query(api.swipes.deck, {}));
  });
  await client.close();
  return times.slice(DECK_WARM_UP);
}

/** Lets a person swipe `count` cards as dealt, so that their deck cursor and history are realistic. */
export async function swipeThrough(side: Side, person: number, count: number): Promise<void> {
  const client = connectAs(side, person);
  for (let done = 0; done < count;) {
    const deck = await client.query(api.swipes.deck, {});
    if (deck.profiles.length === 0) break;
    for (const { _id } of deck.profiles.slice(0, count - done)) {
      await client.mutation(api.swipes.swipe, { profileId: _id, liked: false });
      done++;
    }
  }
  await client.close();
}

/** Subscribes to a query. Returns a function that resolves when the client receives a wanted value, with the time. */
function watchValue<F extends FunctionReference<"query">, Value>(
  client: ConvexClient,
  query: F,
  args: FunctionArgs<F>,
  valueOf: (result: FunctionReturnType<F>) => Value,
): (expected: Value) => Promise<number> {
  let notify: (value: Value) => void = () => undefined;
  client.onUpdate(query, args, (result) => notify(valueOf(result)));
  return (expected) => new Promise((resolve) => (notify = (value) => value === expected && resolve(performance.now())));
}

/** Returns a stock client, signed in. */
export function connect(url: string, token: string): ConvexClient {
  const client = new ConvexClient(url, {
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
    unsavedChangesWarning: false,
    skipConvexDeploymentUrlCheck: true,
    logger: false,
  });
  client.setAuth(() => Promise.resolve(token));
  return client;
}

function connectAs(side: Side, person: number): ConvexClient {
  return connect(side.url, side.members[person]!.token);
}

/** Returns the `k`th person of the other gender, from a start that differs by swiper. */
function opposite(side: Side, person: number, k: number): number {
  const pairs = side.members.length / 2;
  return 2 * ((person * 17 + k) % pairs) + (1 - (person % 2));
}
