/** Copied into the nightly's own copy of the functions: what breaks the rules of threads. Invariant 7 checks their ids. */
import type { Doc } from "../../convex/_generated/dataModel";
import type { Store } from "./invariants.convex";

type Side = Doc<"chatThreads">;
type Message = Doc<"chatMessages">;

/** Returns a sentence for each thread without a live match, without its two sides, or with messages missing, repeated or out of order. */
export function brokenThreads({ chatThreads: sides, chatMessages: messages, matches }: Store): string[] {
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
