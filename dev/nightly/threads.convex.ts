/** Copied into the nightly's own copy of the functions: what breaks the rules of threads. That each names what is there is invariant 7. */
import type { Doc } from "../../convex/_generated/dataModel";
import type { QueryCtx } from "../../convex/_generated/server";

type Side = Doc<"chatThreads">;
type Message = Doc<"chatMessages">;

/** A sentence for each thread that is not of a live match of two people, or not each of its messages once and in order. */
export async function brokenThreads(ctx: QueryCtx): Promise<string[]> {
  const [sides, messages, matches] = [
    await ctx.db.query("chatThreads").collect(),
    await ctx.db.query("chatMessages").collect(),
    await ctx.db.query("matches").collect(),
  ];
  const live = new Set<string>(matches.map(({ _id }) => _id));
  const known = new Set<string>(sides.map(({ _id }) => _id));
  return [
    ...sides.filter(({ match }) => !live.has(match)).map(({ _id }) => `the thread ${_id} is of no match`),
    ...messages.filter(({ thread }) => !known.has(thread)).map(({ _id }) => `the words ${_id} are of no thread`),
    ...sides.filter((side) => !hasTwin(side, sides)).map(({ _id }) => `the thread ${_id} has one side`),
    ...sides.filter((side) => side.userId < side.other).flatMap((side) => disorder(side, messages)),
  ];
}

function hasTwin({ match, userId, other }: Side, sides: Side[]): boolean {
  const twins = sides.filter((one) => one.match === match && one.userId === other && one.other === userId);
  return twins.length === 1;
}

function disorder({ _id, last }: Side, messages: Message[]): string[] {
  const own = messages.filter(({ thread }) => thread === _id).sort((a, b) => a.position - b.position);
  const isCounted = own.every(({ position }, at) => position === at + 1) && last.position === own.length;
  const keys = new Set(own.map(({ from, key }) => `${from} ${key}`));
  return [
    ...(isCounted ? [] : [`the thread ${_id} is not counted from one to ${last.position}`]),
    ...(keys.size === own.length ? [] : [`the thread ${_id} has a message twice`]),
  ];
}
