/**
 * Random people with random histories, compared with a simple model of the rules: a list of people and what each decided.
 * After every step the two people concerned must see exactly what the model says.
 */
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { api } from "../../_generated/api";
import { buys } from "../../testing/crowd.testing";
import { member, type Person } from "../../testing/people.testing";
import { setupTest, type Product } from "../../testing/product.testing";
import { refusalOf } from "../../shared/errors";
import { DAY } from "../../testing/clock.testing";
import { runs } from "../../testing/runs.testing";

/** Each run takes about half a second. */
const RUNS = runs(8);
const ROUND = ["liker", "vip", "gold", "liker", "other"] as const;
const ORDER = ["liker", "vip", "gold", "other"] as const;

type Kind = { gender: "male" | "female"; interestedIn: "male" | "female" | "everyone" };
type Tier = "free" | "gold" | "vip" | "both";
type Someone = Kind & { person: Person; name: string; gold: boolean; vip: boolean; used: number; swiped: number };
type Decision = { decision: "like" | "dislike" | "blocked"; matched: boolean };
type Step =
  | { act: "swipe" | "respond"; who: number; whom: number; yes: boolean }
  | { act: "next"; who: number; yes: boolean }
  | { act: "unmatch"; who: number }
  | { act: "buy"; who: number; what: "gold" | "vip" }
  | { act: "join"; kind: Kind; tier: Tier }
  | { act: "tomorrow" };

const kind: fc.Arbitrary<Kind> = fc.constantFrom(
  { gender: "male", interestedIn: "female" },
  { gender: "male", interestedIn: "everyone" },
  { gender: "female", interestedIn: "male" },
  { gender: "female", interestedIn: "everyone" },
  { gender: "female", interestedIn: "female" },
);
const tier: fc.Arbitrary<Tier> = fc.constantFrom("free", "free", "free", "gold", "vip", "both");
const who = fc.nat(20);
const yes = fc.boolean();
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ act: fc.constantFrom("swipe", "respond"), who, whom: who, yes }) },
  { weight: 8, arbitrary: fc.record({ act: fc.constant("next"), who, yes: fc.oneof(yes, fc.constant(true)) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("unmatch"), who }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("buy"), who, what: fc.constantFrom("gold", "vip") }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("join"), kind, tier }) },
  { weight: 1, arbitrary: fc.constant<Step>({ act: "tomorrow" }) },
);

test("after any history, each member's deck, likes, matches and swipes follow the rules", async () => {
  const people = fc.array(fc.record({ kind, tier }), { minLength: 4, maxLength: 9 });
  const history = fc.array(step, { minLength: 20, maxLength: 45 });
  await fc.assert(fc.asyncProperty(people, history, live), { numRuns: RUNS });
}, 1_200_000);

async function live(people: { kind: Kind; tier: Tier }[], steps: Step[]): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2025-12-18T20:00:00+05:30") });
  const world = new World(setupTest());
  for (const { kind, tier } of people) await world.join(kind, tier);
  for (const next of steps) {
    for (const someone of await world.take(next)) await world.check(someone);
  }
  for (const someone of world.people) await world.check(someone);
}

class World {
  people: Someone[] = [];
  /** By "from>to". */
  decisions = new Map<string, Decision>();

  constructor(private t: Product) {}

  async join(kind: Kind, tier: Tier): Promise<Someone> {
    const name = `Person ${this.people.length}`;
    const someone = {
      ...kind,
      name,
      person: await member(this.t, name, kind),
      gold: false,
      vip: false,
      used: 0,
      swiped: 0,
    };
    this.people.push(someone);
    if (tier === "gold" || tier === "both") await this.buy(someone, "gold");
    if (tier === "vip" || tier === "both") await this.buy(someone, "vip");
    return someone;
  }

  /** Runs a step, compares the result with the model's, and returns the people concerned. */
  async take(step: Step): Promise<Someone[]> {
    if (step.act === "join") return [await this.join(step.kind, step.tier)];
    if (step.act === "tomorrow") {
      vi.setSystemTime(Date.now() + DAY);
      for (const someone of this.people) someone.used = 0;
      return [];
    }
    const me = this.at(step.who);
    if (step.act === "unmatch") return [me, ...(await this.unmatch(me))];
    if (step.act === "buy") {
      await this.buy(me, step.what);
      return [me];
    }
    const other = step.act === "next" ? await this.nextOf(me) : this.at(step.whom);
    if (other === undefined) return [me];
    await this.decide(me, other, step.yes, step.act === "respond");
    return [me, other];
  }

  async check(me: Someone): Promise<void> {
    const { profiles, truncated } = await me.person.query(api.swipes.deck, {});
    const dealt = profiles.map(({ _id }) => this.people.find(({ person }) => person.userId === _id)!);
    expect(names(dealt).toSorted()).toEqual(names(this.people.filter((other) => this.open(me, other))).toSorted());
    expect(truncated).toBe(false);
    this.checkRounds(me, dealt);
    expect(profiles.every(({ instagramHandle }) => instagramHandle === "")).toBe(true);
    const likers = await me.person.query(api.matches.pendingLikes, {});
    expect(likers.map(({ name }) => name).toSorted()).toEqual(names(this.likersOf(me)).toSorted());
    const matches = await me.person.query(api.matches.list, {});
    expect(matches.map(({ user }) => user.name).toSorted()).toEqual(names(this.matchesOf(me)).toSorted());
    const self = await me.person.query(api.profiles.me, {});
    expect(self).toMatchObject({ swipesRemaining: me.gold ? 5 : 5 - me.used, isPremium: me.gold, isVIP: me.vip });
  }

  /** Each slot of a round is dealt from its source, or from the next non-empty source. Likers oldest first. */
  private checkRounds(me: Someone, dealt: Someone[]): void {
    const likers = this.likersOf(me).toSorted((one, other) => this.likedAt(one, me) - this.likedAt(other, me));
    const sources = dealt.map((other) => sourceOf(other, likers));
    const expected = sources.map((_, i) => {
      const from = ORDER.indexOf(ROUND[(me.swiped + i) % 5]!);
      return [...ORDER.slice(from), ...ORDER.slice(0, from)].find((source) => sources.includes(source, i));
    });
    expect(sources).toEqual(expected);
    expect(names(dealt.filter((other) => likers.includes(other)))).toEqual(names(likers));
  }

  private likedAt(one: Someone, other: Someone): number {
    return [...this.decisions.keys()].indexOf(`${one.name}>${other.name}`);
  }

  private at(i: number): Someone {
    return this.people[i % this.people.length]!;
  }

  private of(from: Someone, to: Someone): Decision | undefined {
    return this.decisions.get(`${from.name}>${to.name}`);
  }

  private open(me: Someone, other: Someone): boolean {
    const wants = (one: Kind, two: Kind) => one.interestedIn === "everyone" || one.interestedIn === two.gender;
    return me !== other && wants(me, other) && wants(other, me) && this.of(me, other) === undefined;
  }

  private likersOf(me: Someone): Someone[] {
    return this.people.filter((other) => this.of(other, me)?.decision === "like" && this.of(me, other) === undefined);
  }

  private matchesOf(me: Someone): Someone[] {
    const like = (one: Someone, other: Someone) => this.of(one, other)?.decision === "like";
    return this.people.filter((other) => like(me, other) && like(other, me));
  }

  private async nextOf(me: Someone): Promise<Someone | undefined> {
    const [first] = (await me.person.query(api.swipes.deck, {})).profiles;
    return this.people.find(({ person }) => person.userId === first?._id);
  }

  private async buy(me: Someone, what: "gold" | "vip"): Promise<void> {
    await buys(this.t, me.person, what === "gold" ? "unlimited_swipes" : "vip_boost");
    me[what] = true;
  }

  private async unmatch(me: Someone): Promise<Someone[]> {
    const [first] = await me.person.query(api.matches.list, {});
    if (first === undefined) return [];
    await me.person.mutation(api.matches.unmatch, { matchId: first.matchId });
    const other = this.people.find(({ name }) => name === first.user.name)!;
    for (const key of [`${me.name}>${other.name}`, `${other.name}>${me.name}`]) {
      this.decisions.set(key, { decision: "blocked", matched: false });
    }
    return [other];
  }

  private async decide(me: Someone, other: Someone, yes: boolean, responding: boolean): Promise<void> {
    const expected = responding ? this.responded(me, other, yes) : this.swiped(me, other, yes);
    const profileId = other.person.userId;
    const call = responding
      ? me.person.mutation(api.matches.respond, { profileId, accepted: yes })
      : me.person.mutation(api.swipes.swipe, { profileId, liked: yes });
    const answer = await call.then(
      ({ match }) => (match ? "match" : "fine"),
      (error: unknown) => refusalOf(error)?.code ?? String(error),
    );
    expect(answer).toBe(expected);
  }

  private swiped(me: Someone, other: Someone, yes: boolean): string {
    const decided = this.of(me, other);
    if (decided) return again(decided, yes);
    if (!this.open(me, other)) return "NOT_FOUND";
    if (!me.gold && me.used === 5) return "SWIPE_LIMIT_REACHED";
    if (!me.gold) me.used += 1;
    me.swiped += 1;
    return this.settle(me, other, yes);
  }

  private responded(me: Someone, other: Someone, yes: boolean): string {
    const decided = this.of(me, other);
    if (decided) return decided.decision === "like" && !decided.matched ? "NOT_FOUND" : again(decided, yes);
    return this.likersOf(me).includes(other) ? this.settle(me, other, yes) : "NOT_FOUND";
  }

  private settle(me: Someone, other: Someone, yes: boolean): string {
    const matched = yes && this.of(other, me)?.decision === "like";
    this.decisions.set(`${me.name}>${other.name}`, { decision: yes ? "like" : "dislike", matched });
    return matched ? "match" : "fine";
  }
}

function again({ decision, matched }: Decision, yes: boolean): string {
  if (decision === "blocked") return "NOT_FOUND";
  if ((decision === "like") !== yes) return "ALREADY_DECIDED";
  return matched ? "match" : "fine";
}

function sourceOf(one: Someone, likers: Someone[]): (typeof ORDER)[number] {
  if (likers.includes(one)) return "liker";
  return one.vip ? "vip" : one.gold ? "gold" : "other";
}

function names(people: Someone[]): string[] {
  return people.map(({ name }) => name);
}
