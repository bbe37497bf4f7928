/** Calls made at the same instant must have the same effect as in some order. */
import type { ConvexClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import { connect } from "../bench/workloads";
import type { Running } from "../bench/sides";
import { callAs, swipeAs, type CallResult } from "./calls";
import type { Found } from "./found";
import { checks } from "./functions";
import { Doors } from "./raceDoors";

/** The number of the first member without Gold, with five swipes a day. The pairs have lower numbers. */
const FIRST_FREE = 2_000;
const AT_ONCE = 20;

/** A likes B while B likes A: one match, and at least one of the two responses says so. */
export async function likesAtOnce(ours: Running, pairs: number): Promise<Found> {
  const wrong: string[] = [];
  for (let n = 0; n < pairs; n++) {
    const answers = await Promise.all([
      swipeAs(ours.side, 2 * n, 2 * n + 1, true),
      swipeAs(ours.side, 2 * n + 1, 2 * n, true),
    ]);
    if (!answers.some(isMatch)) wrong.push(`pair ${n}: nobody was told (${JSON.stringify(answers)})`);
  }
  const audit = await ours.call("query", checks.audit, {});
  return { loop: "race: likes", did: `${pairs} pairs`, wrong: [...wrong, ...audit.wrong] };
}

/**
 * A takes back a like while B answers it, over REST and Convex: either it is taken back and there is no match, or there is one
 * and it stands. A refusal by B is an answer that A is not told of, so that the like is taken back all the same.
 */
export async function undosAtOnce(ours: Running, pairs: number): Promise<Found> {
  const wrong: string[] = [];
  let taken = 0;
  const { members } = ours.side;
  const doors = new Doors(ours);
  for (let n = 0; n < pairs; n++) {
    const [a, b] = [2 * n, (2 * n + 3) % (2 * pairs)];
    await swipeAs(ours.side, a, b, true);
    const body = { profileId: members[b]!.id };
    const undo = () =>
      n % 2 === 0
        ? doors.post("/users/swipe/undo", body, members[a]!)
        : doors.mutate(api.swipes.undo, body, members[a]!);
    const answers = [
      () => swipeAs(ours.side, b, a, true),
      () => doors.mutate(api.matches.respond, { profileId: members[a]!.id, accepted: true }, members[b]!),
      () => doors.mutate(api.matches.respond, { profileId: members[a]!.id, accepted: false }, members[b]!),
    ];
    const answer = answers[n % 3]!;
    const [undone, answered] =
      n % 4 < 2 ? await Promise.all([undo(), answer()]) : (await Promise.all([answer(), undo()])).toReversed();
    const isTaken = undone?.kind === "value";
    if (isTaken) taken += 1;
    if (answered === undefined || isTaken === isMatch(answered))
      wrong.push(`pair ${n}: ${JSON.stringify([undone, answered])}`);
  }
  const audit = await ours.call("query", checks.audit, {});
  const did = `${pairs} pairs, ${taken} taken back`;
  return { loop: "race: undo", did, wrong: [...wrong, ...audit.wrong] };
}

/** A member with one swipe left sends twenty at once, over REST and Convex: one counts. */
export async function lastSwipe(ours: Running, people: number): Promise<Found> {
  const wrong: string[] = [];
  for (let n = 0; n < people; n++) {
    const me = FIRST_FREE + 2 * n;
    for (let k = 0; k < 4; k++) await swipeAs(ours.side, me, 2 * k + 1, false);
    const client = connect(ours.side.url, ours.side.members[me]!.token);
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, k) =>
        k % 2 === 0 ? swipeAs(ours.side, me, 2 * k + 21, false) : swipeBy(client, ours, 2 * k + 21),
      ),
    );
    await client.close();
    const counted = answers.filter(({ kind }) => kind === "value").length;
    const others = answers.filter(
      (answer) => answer.kind === "broken" || (answer.kind === "refused" && answer.code !== "SWIPE_LIMIT_REACHED"),
    );
    if (counted !== 1 || others.length > 0) wrong.push(`member ${me}: ${counted} counted (${JSON.stringify(others)})`);
  }
  return { loop: "race: last", did: `${people} people, ${AT_ONCE} swipes at once over REST and Convex`, wrong };
}

/** Two moderators decide one version at once: one succeeds, and the other learns that it is done. */
export async function decisionsAtOnce(ours: Running): Promise<Found> {
  const wrong: string[] = [];
  const second = await ours.staff("moderator");
  const { url, moderator, applicants } = ours.side;
  for (const { id } of applicants) {
    const decide = (token: string, approved: boolean) =>
      callAs(url, token, "mutation", api.moderator.decide, { id, approved });
    const answers = await Promise.all([decide(moderator, true), decide(second, false)]);
    const told = answers.map(outcomeOf).toSorted();
    if (told.join() !== "ALREADY_DECIDED,value") wrong.push(`version ${id}: ${told.join()}`);
  }
  const { decided, rulings } = await ours.call("query", checks.rulings, {});
  if (decided !== applicants.length || rulings !== decided) wrong.push(`${decided} decisions, ${rulings} rulings`);
  return { loop: "race: decide", did: `${applicants.length} versions, two moderators each`, wrong };
}

async function swipeBy(client: ConvexClient, { side }: Running, to: number): Promise<CallResult> {
  const call = client.mutation(api.swipes.swipe, { profileId: side.members[to]!.id, liked: false });
  return await call.then(
    (value: unknown): CallResult => ({ kind: "value", value }),
    ({ data }: { data?: { code: string } }): CallResult =>
      data ? { kind: "refused", code: data.code } : { kind: "broken", text: "no code" },
  );
}

function isMatch(answer: CallResult): boolean {
  return answer.kind === "value" && (answer.value as { match: boolean }).match;
}

function outcomeOf(answer: CallResult): string {
  if (answer.kind === "refused") return answer.code;
  return answer.kind === "value" ? "value" : answer.text;
}
