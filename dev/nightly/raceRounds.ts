/**
 * Members, moderators and payments race over both APIs, thousands of times. After each round the invariants must hold in the store and in
 * all people's views.
 */
import { getFunctionName, type FunctionReference } from "convex/server";
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { features } from "../../convex/shared/prices";
import type { Running } from "../bench/sides";
import { seededRandom, pick, type CallResult } from "./calls";
import type { LoopReport } from "./loopReport";
import { invariants, raceCast } from "./functions";
import type { Observed } from "./invariants.convex";
import { castOf, ApiClient, jobsDone, type People, type Person } from "./apiClient";

/** Concurrent actions per round. */
const AT_ONCE = 12;

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
    const broken = await ours.call("query", invariants.broken, { observed: round.observed });
    faults.push(...[...round.faults, ...broken].map((line) => `round ${n}: ${line} (${round.log.join(", ")})`));
    sum.acts += round.log.length;
    sum.done += round.done;
  }
  const summary = `${rounds} rounds of ${AT_ONCE} acts at once, ${sum.acts} acts, ${sum.done} accepted, seed ${seed}`;
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
  readonly #cast: People;
  readonly #api: ApiClient;
  readonly #orders: string[] = [];

  constructor(ours: Running, random: () => number, cast: People) {
    this.#ours = ours;
    this.#random = random;
    this.#cast = cast;
    this.#api = new ApiClient(ours);
  }

  /** Prepares the likes, match, report and orders that the race starts from. */
  async begin(): Promise<void> {
    for (let n = 0; n < 4; n++) await this.#swipe(this.#any(), this.#any(), true);
    await this.#match(this.#cast.members[0]!, this.#cast.members[1]!);
    await this.#report(this.#any(), this.#any());
    for (let n = 0; n < 3; n++) await this.#order(this.#any());
  }

  async race(): Promise<void> {
    const reported = await this.#api.query(api.moderator.reports, {}, this.#cast.moderators[0]!);
    const report = reported.kind === "value" ? reported.value[0]?._id : undefined;
    const listed = await this.#api.query(api.matches.list, {}, this.#cast.members[0]!);
    const matchId = listed.kind === "value" ? listed.value[0]?.matchId : undefined;
    const acts = [
      () => this.#swipe(this.#any(), this.#any(), this.#random() < 0.8),
      () => this.#swipe(this.#any(), this.#any(), true),
      () => this.#undo(this.#any()),
      () => this.#respond(this.#any(), this.#any(), this.#random() < 0.7),
      () => this.#report(this.#any(), this.#any()),
      () => this.#block(this.#any(), this.#any()),
      () => this.#delete(this.#any()),
      () => this.#handleReport(report),
      () => this.#decide(pick(this.#cast.versions, this.#random), this.#random() < 0.5),
      () => this.#pay(),
      () => this.#unmatch(matchId),
      () => this.#say(matchId),
      () => this.#say(matchId),
      () => this.#change(this.#any()),
    ];
    await Promise.all(Array.from({ length: AT_ONCE }, () => pick(acts, this.#random)()));
    this.faults.push(...(await jobsDone(this.#ours)));
  }

  /** Records what each person with access then sees. */
  async recordViews(): Promise<void> {
    const names = new Map(this.#cast.members.map(({ id }, n) => [`member.${n}`, id]));
    for (const me of this.#cast.members) {
      const { id: who } = me;
      const [deck, matches, profile] = await Promise.all([
        this.#api.query(api.swipes.deck, {}, me),
        this.#api.query(api.matches.list, {}, me),
        this.#api.query(api.profiles.me, {}, me),
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
    const tries: [FunctionReference<"mutation">, object, Person][] = [
      [api.swipes.swipe, { profileId: one.id, liked: true }, one],
      [api.moderator.decide, { id: version, approved: true }, one],
      [api.swipes.swipe, { profileId: other.id, liked: true }, pick(this.#cast.moderators, this.#random)],
      [api.matches.unmatch, { matchId: other.id }, one],
      [api.auth.deleteAccount, { verificationText: "delete" }, other],
    ];
    for (const [fn, args, who] of tries) await this.#refused(fn, args, who);
  }

  /** Compares the store before and after a refused call. Repeats the call if a job ran in between, which may have changed the store. */
  async #refused(fn: FunctionReference<"mutation">, args: object, who: Person): Promise<void> {
    const what = getFunctionName(fn);
    const jobs = await this.#ours.call("query", raceCast.progress, {});
    const before = await this.#ours.call("query", invariants.fingerprint, {});
    const answer = await this.#api.mutate(fn, args, who);
    const after = await this.#ours.call("query", invariants.fingerprint, {});
    if (answer.kind === "value") this.faults.push(`${what} was not refused`);
    else if (jobs !== (await this.#ours.call("query", raceCast.progress, {}))) await this.#refused(fn, args, who);
    else this.observed.refusals.push({ what, before, after });
  }

  async #swipe(me: Person, { id }: Person, liked: boolean): Promise<void> {
    const body = { profileId: id, liked };
    const isRest = this.#random() < 0.5;
    const accepted = await this.#perform(
      `swipe ${String(liked)}`,
      isRest ? this.#api.post("/users/swipe", body, me) : this.#api.mutate(api.swipes.swipe, body, me),
    );
    if (accepted) this.#swiped.add(`${me.id}>${id}`);
  }

  /** After an undo, only the store knows how many swipes were used. */
  async #undo(me: Person): Promise<void> {
    const [key] = [...this.#swiped].filter((swiped) => swiped.startsWith(`${me.id}>`)).slice(-1);
    const body = { profileId: key?.split(">")[1] ?? me.id };
    if (await this.#perform("undo", this.#api.post("/users/swipe/undo", body, me))) this.#answered.add(key ?? "");
  }

  async #match(one: Person, other: Person): Promise<void> {
    await this.#swipe(one, other, true);
    await this.#swipe(other, one, true);
  }

  async #respond(me: Person, { id }: Person, accepted: boolean): Promise<void> {
    const call = this.#api.mutate(api.matches.respond, { profileId: id, accepted }, me);
    if (await this.#perform(`respond ${String(accepted)}`, call)) this.#answered.add(`${me.id}>${id}`);
  }

  async #report(me: Person, { id }: Person): Promise<void> {
    const body = { reportedUserId: id, reason: "He follows me around." };
    const isRest = this.#random() < 0.5;
    await this.#perform(
      "report",
      isRest ? this.#api.post("/users/report", body, me) : this.#api.mutate(api.reports.file, body, me),
    );
  }

  async #block(me: Person, { id }: Person): Promise<void> {
    const body = { profileId: id };
    const call =
      this.#random() < 0.5 ? this.#api.post("/users/block", body, me) : this.#api.mutate(api.reports.block, body, me);
    await this.#perform("block", call);
  }

  async #delete(me: Person): Promise<void> {
    await this.#perform("delete", this.#api.mutate(api.auth.deleteAccount, { verificationText: "delete my acc" }, me));
  }

  async #handleReport(report: Id<"reports"> | undefined): Promise<void> {
    if (report === undefined) return;
    const moderator = pick(this.#cast.moderators, this.#random);
    const args = { id: report, reason: "You were rude to several people." };
    if (this.#random() < 0.5) await this.#perform("suspend", this.#api.mutate(api.moderator.suspend, args, moderator));
    else await this.#perform("dismiss", this.#api.mutate(api.moderator.dismiss, { id: report }, moderator));
  }

  async #decide(version: string, approved: boolean): Promise<void> {
    const args = { id: version, approved };
    const call = this.#api.mutate(api.moderator.decide, args, pick(this.#cast.moderators, this.#random));
    if (await this.#perform(approved ? "approve" : "reject", call)) this.observed.decisions.push({ version, approved });
  }

  /** Opens an order, as when a buyer reaches the provider's page. */
  async #order({ id }: Person): Promise<void> {
    const orderId = `race_${this.#orders.length}`;
    const feature = pick(features, this.#random);
    await this.#ours.call("mutation", internal.payments.open, { orderId, userId: id as Id<"users">, feature });
    this.#orders.push(orderId);
  }

  /** Settles an order, as after the provider's webhook. */
  async #pay(): Promise<void> {
    const orderId = this.#orders.pop();
    if (orderId === undefined) return;
    await this.#ours.call("mutation", internal.payments.settle, { orderId });
    this.observed.paid.push(orderId);
    this.log.push("pay");
    this.done += 1;
  }

  async #unmatch(matchId: string | undefined): Promise<void> {
    if (matchId === undefined) return;
    await this.#perform("unmatch", this.#api.mutate(api.matches.unmatch, { matchId }, this.#cast.members[1]!));
  }

  /** Sends a message between the first two people, sometimes a repeated one. */
  async #say(matchId: string | undefined): Promise<void> {
    if (matchId === undefined) return;
    const args = { matchId, key: `key-${Math.floor(3 * this.#random())}`, text: "See you at the gate." };
    const me = pick(this.#cast.members.slice(0, 2), this.#random);
    await this.#perform("say", this.#api.mutate(api.chat.send, args, me));
  }

  async #change(me: Person): Promise<void> {
    const profile = { bio: `Round ${this.#random().toFixed(3)}`.replace(".", " "), hobbies: ["Movies 🎬"] };
    await this.#perform("change", this.#api.mutate(api.profiles.update, { profile }, me));
  }

  /** Returns true if the action was accepted. A refusal is fine. Any other failure is a fault. */
  async #perform(what: string, call: Promise<CallResult>): Promise<boolean> {
    const answer = await call;
    this.log.push(answer.kind === "refused" ? `${what}: ${answer.code}` : what);
    if (answer.kind === "broken") this.faults.push(`${what} broke: ${answer.text}`);
    if (answer.kind === "value") this.done += 1;
    return answer.kind === "value";
  }

  #any(): Person {
    return pick(this.#cast.members, this.#random);
  }
}
