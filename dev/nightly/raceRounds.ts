/**
 * Members, moderators and payments race over both APIs, thousands of times. After each round the invariants must hold in the store and in
 * all people's views.
 */
import { setTimeout as wait } from "node:timers/promises";
import { getFunctionName, type FunctionArgs, type FunctionReference } from "convex/server";
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { features } from "../../convex/shared/prices";
import { pushed, type CreatedPerson } from "../bench/pushing";
import type { Running } from "../bench/sides";
import type { Observed } from "../pushed/invariants.convex";
import { callAs, post, seededRandom, pick, type CallResult } from "./calls";
import type { LoopReport } from "./loop";

const { benchMembers, invariants, raceCast } = pushed;
type Mutation = FunctionReference<"mutation">;

interface Person {
  id: string;
  token: string;
}

/** Men and women in turn, moderators, a newcomer's version, and a version of the first member's profile. */
interface Cast {
  members: Person[];
  moderators: Person[];
  versions: string[];
}

/** Milliseconds. A round's jobs take tens of milliseconds. */
const MAX_JOBS_MS = 30_000;
/** Members per round. */
const MEMBERS = 6;
/** Concurrent actions per round. */
const CONCURRENT_ACTS = 12;

export async function peopleAtOnce(ours: Running, rounds: number, seed: number): Promise<LoopReport> {
  const random = seededRandom(seed);
  const faults: string[] = [];
  const sum = { acts: 0, done: 0 };
  for (let n = 0; n < rounds && faults.length < 20; n++) {
    const round = new Round(ours, random, await castOf(ours));
    await round.begin();
    await round.race();
    await round.recordViews();
    await round.tryForbidden();
    const broken = await ours.call(invariants.broken, { observed: round.observed });
    faults.push(...[...round.faults, ...broken].map((line) => `round ${n}: ${line} (${round.log.join(", ")})`));
    sum.acts += round.log.length;
    sum.done += round.done;
  }
  const summary = `${rounds} rounds of ${CONCURRENT_ACTS} concurrent acts, ${sum.acts} acts, ${sum.done} accepted, seed ${seed}`;
  return { loop: "race: people", summary, faults };
}

class Round {
  readonly observed: Observed = {
    swipes: [],
    handles: [],
    decks: [],
    decisions: [],
    paid: [],
    refusals: [],
    filesUntil: 0,
  };
  readonly faults: string[] = [];
  readonly log: string[] = [];
  done = 0;
  readonly #swiped = new Set<string>();
  readonly #answered = new Set<string>();
  readonly #ours: Running;
  readonly #random: () => number;
  readonly #cast: Cast;
  readonly #orders: string[] = [];

  constructor(ours: Running, random: () => number, cast: Cast) {
    this.#ours = ours;
    this.#random = random;
    this.#cast = cast;
  }

  /** Prepares the likes, match, report and orders that the race starts from. */
  async begin(): Promise<void> {
    for (let n = 0; n < 4; n++) await this.#swipe(this.#any(), this.#any(), true);
    await this.#match(this.#cast.members[0]!, this.#cast.members[1]!);
    await this.#report();
    for (let n = 0; n < 3; n++) await this.#order(this.#any());
  }

  async race(): Promise<void> {
    const reported = await this.#query(api.moderator.reports, {}, this.#cast.moderators[0]!);
    const report = reported.kind === "value" ? reported.value[0]?._id : undefined;
    const listed = await this.#query(api.matches.list, {}, this.#cast.members[0]!);
    const matchId = listed.kind === "value" ? listed.value[0]?.matchId : undefined;
    const [someone, random] = [() => this.#any(), this.#random];
    const acts = [
      () => this.#swipe(someone(), someone(), random() < 0.8),
      () => this.#swipe(someone(), someone(), true),
      () => this.#undo(someone()),
      () => this.#respond(someone(), someone().id, random() < 0.7),
      () => this.#report(),
      () => this.#act("block", someone(), api.reports.block, { profileId: someone().id }, "/users/block"),
      () => this.#act("delete", someone(), api.auth.deleteAccount, { verificationText: "delete my acc" }),
      () => this.#decide(pick(this.#cast.versions, random), random() < 0.5),
      () => this.#pay(),
      () => this.#change(someone()),
      ...(report === undefined ? [] : [() => this.#handleReport(report)]),
      ...(matchId === undefined ? [] : this.#actsOfMatch(matchId)),
    ];
    await Promise.all(Array.from({ length: CONCURRENT_ACTS }, () => pick(acts, random)()));
    this.faults.push(...(await this.#jobsDone()));
  }

  /** Records what each person with access then sees. */
  async recordViews(): Promise<void> {
    const names = new Map(this.#cast.members.map(({ id }, n) => [`member.${n}`, id]));
    for (const me of this.#cast.members) {
      const { id: who } = me;
      const [deck, matches, profile] = await Promise.all([
        this.#query(api.swipes.deck, {}, me),
        this.#query(api.matches.list, {}, me),
        this.#query(api.profiles.me, {}, me),
      ]);
      for (const answer of [deck, matches]) {
        const shown = answer.kind === "value" ? JSON.stringify(answer.value) : "";
        for (const [handle, of] of names) if (shown.includes(handle)) this.observed.handles.push({ who, of });
      }
      if (deck.kind === "value") {
        this.observed.decks.push({ who, dealt: deck.value.profiles.map(({ _id }) => _id) });
      }
      if (profile.kind !== "value") continue;
      const own = [...this.#swiped].filter((key) => key.startsWith(`${who}>`));
      // A swipe after an accepted like is free, and their order is unknown here.
      if (own.some((key) => this.#answered.has(key))) continue;
      const accepted = own.length;
      this.observed.swipes.push({ who, accepted, left: profile.value.swipesRemaining });
    }
    this.observed.filesUntil = Date.now();
  }

  /** Makes calls that must be refused, one after the other. */
  async tryForbidden(): Promise<void> {
    const [one, other] = [this.#any(), this.#any()];
    const version = pick(this.#cast.versions, this.#random);
    const tries: [Mutation, object, Person][] = [
      [api.swipes.swipe, { profileId: one.id, liked: true }, one],
      [api.moderator.decide, { id: version, approved: true }, one],
      [api.swipes.swipe, { profileId: other.id, liked: true }, pick(this.#cast.moderators, this.#random)],
      [api.matches.unmatch, { matchId: other.id }, one],
      [api.auth.deleteAccount, { verificationText: "delete" }, other],
    ];
    for (const [fn, args, who] of tries) await this.#refused(fn, args, who);
  }

  /** Compares the store before and after a refused call. Repeats the call if a job ran in between, which may have changed the store. */
  async #refused(fn: Mutation, args: object, who: Person): Promise<void> {
    const what = getFunctionName(fn);
    const jobs = await this.#ours.call(raceCast.progress, {});
    const before = await this.#ours.call(invariants.fingerprint, {});
    const answer = await callAs(this.#ours.side.url, who.token, "mutation", fn, args);
    const after = await this.#ours.call(invariants.fingerprint, {});
    if (answer.kind === "value") this.faults.push(`${what} was not refused`);
    else if (jobs !== (await this.#ours.call(raceCast.progress, {}))) await this.#refused(fn, args, who);
    else this.observed.refusals.push({ what, before, after });
  }

  async #swipe(me: Person, { id }: Person, liked: boolean): Promise<void> {
    const args = { profileId: id, liked };
    const isAccepted = await this.#act(`swipe ${String(liked)}`, me, api.swipes.swipe, args, "/users/swipe");
    if (isAccepted) this.#swiped.add(`${me.id}>${id}`);
  }

  /** After an undo, only the store knows how many swipes were used. */
  async #undo(me: Person): Promise<void> {
    const key = [...this.#swiped].findLast((swiped) => swiped.startsWith(`${me.id}>`));
    const args = { profileId: key?.split(">")[1] ?? me.id };
    if (await this.#act("undo", me, api.swipes.undo, args, "/users/swipe/undo")) this.#answered.add(key ?? "");
  }

  async #match(one: Person, other: Person): Promise<void> {
    await this.#swipe(one, other, true);
    await this.#swipe(other, one, true);
  }

  async #respond(me: Person, profileId: string, accepted: boolean): Promise<void> {
    const isAccepted = await this.#act(`respond ${accepted}`, me, api.matches.respond, { profileId, accepted });
    if (isAccepted) this.#answered.add(`${me.id}>${profileId}`);
  }

  #report(): Promise<boolean> {
    const args = { reportedUserId: this.#any().id, reason: "He follows me around." };
    return this.#act("report", this.#any(), api.reports.file, args, "/users/report");
  }

  #handleReport(id: Id<"reports">): Promise<boolean> {
    const moderator = pick(this.#cast.moderators, this.#random);
    const reason = "You were rude to several people.";
    return this.#random() < 0.5
      ? this.#act("suspend", moderator, api.moderator.suspend, { id, reason })
      : this.#act("dismiss", moderator, api.moderator.dismiss, { id });
  }

  async #decide(version: string, approved: boolean): Promise<void> {
    const [what, moderator] = [approved ? "approve" : "reject", pick(this.#cast.moderators, this.#random)];
    const isAccepted = await this.#act(what, moderator, api.moderator.decide, { id: version, approved });
    if (isAccepted) this.observed.decisions.push({ version, approved });
  }

  /** Opens an order, as when a buyer reaches the provider's page. */
  async #order({ id }: Person): Promise<void> {
    const orderId = `race_${this.#orders.length}`;
    const feature = pick(features, this.#random);
    await this.#ours.call(internal.payments.open, { orderId, userId: id as Id<"users">, feature });
    this.#orders.push(orderId);
  }

  /** Settles an order, as after the provider's webhook. */
  async #pay(): Promise<void> {
    const orderId = this.#orders.pop();
    if (orderId === undefined) return;
    await this.#ours.call(internal.payments.settle, { orderId });
    this.observed.paid.push(orderId);
    this.log.push("pay");
    this.done += 1;
  }

  /** One of the first two people ends their match, or one writes, sometimes a repeated message. */
  #actsOfMatch(matchId: string) {
    const say = () => {
      const args = { matchId, key: `key-${Math.floor(3 * this.#random())}`, text: "See you at the gate." };
      return this.#act("say", pick(this.#cast.members.slice(0, 2), this.#random), api.chat.send, args);
    };
    return [say, say, () => this.#act("unmatch", this.#cast.members[1]!, api.matches.unmatch, { matchId })];
  }

  #change(me: Person): Promise<boolean> {
    const profile = { bio: `Round ${this.#random().toFixed(3)}`.replace(".", " "), hobbies: ["Movies 🎬"] };
    return this.#act("change", me, api.profiles.update, { profile });
  }

  /**
   * Calls a function, or half of the time its REST route, if it has one here. Returns true if the call was accepted. A refusal is fine. Any
   * other failure is a fault.
   */
  async #act<F extends Mutation>(what: string, me: Person, fn: F, args: FunctionArgs<F>, route?: string) {
    const { url, siteUrl } = this.#ours.side;
    const result =
      route !== undefined && this.#random() < 0.5
        ? await postRest(`${siteUrl}/api${route}`, args, me)
        : await callAs(url, me.token, "mutation", fn, args);
    this.log.push(result.kind === "refused" ? `${what}: ${result.code}` : what);
    if (result.kind === "broken") this.faults.push(`${what} broke: ${result.text}`);
    if (result.kind === "value") this.done += 1;
    return result.kind === "value";
  }

  #query<F extends FunctionReference<"query">>(fn: F, args: FunctionArgs<F>, { token }: Person) {
    return callAs(this.#ours.side.url, token, "query", fn, args);
  }

  /** Waits until the round's jobs have ended. Returns a message if some take too long. */
  async #jobsDone(): Promise<string[]> {
    const busy = () => this.#ours.call(raceCast.busy, { now: Date.now() });
    const until = Date.now() + MAX_JOBS_MS;
    let names = await busy();
    for (; names.length > 0 && Date.now() < until; names = await busy()) await wait(5);
    return names.length === 0 ? [] : [`after ${MAX_JOBS_MS} ms still at work: ${names.join()}`];
  }

  #any(): Person {
    return pick(this.#cast.members, this.#random);
  }
}

/** Creates a round's people in an empty store. */
async function castOf(ours: Running): Promise<Cast> {
  const files = await ours.call(benchMembers.storePictures, { count: MEMBERS + 2 });
  const { members, moderators, versions } = await ours.call(raceCast.make, { files });
  const person = async (created: CreatedPerson) => ({ id: created.userId, token: await ours.sign(created) });
  const all = (created: CreatedPerson[]) => Promise.all(created.map(person));
  return { members: await all(members), moderators: await all(moderators), versions };
}

async function postRest(url: string, body: object, { token }: Person): Promise<CallResult> {
  const { status, text } = await post(url, JSON.stringify(body), { "x-auth-token": token });
  if (status < 300) return { kind: "value", value: text };
  if (status >= 500) return { kind: "broken", text };
  return { kind: "refused", code: (JSON.parse(text) as { code?: string }).code ?? "" };
}
