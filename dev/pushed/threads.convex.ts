/** Checks the rules of threads. Invariant 7 checks their ids. */
import type { Doc } from "../../convex/_generated/dataModel";

type Thread = Doc<"chatThreads">;
type Side = Doc<"chatSides">;
type Message = Doc<"chatMessages">;
interface Rows {
  chatThreads: Thread[];
  chatSides: Side[];
  chatMessages: Message[];
  matches: Doc<"matches">[];
}

/**
 * Returns a message for each broken thread: without a live match, with other people than its match, without its two sides, or with missing,
 * repeated or unordered messages.
 */
export function brokenThreads({ chatThreads: threads, chatSides: sides, chatMessages: messages, matches }: Rows) {
  const peopleOf = new Map<string, string>(matches.map(({ _id, a, b }) => [_id, pairOf([a, b])]));
  const isWrong = ({ match, people }: Thread) => (peopleOf.get(match) ?? pairOf(people)) !== pairOf(people);
  const threadIds = new Set<string>(threads.map(({ _id }) => _id));
  const threadMatches = new Set<string>(threads.map(({ match }) => match));
  return [
    ...threads.filter(({ match }) => !peopleOf.has(match)).map(({ _id }) => `the thread ${_id} has no match`),
    ...threads.filter(isWrong).map(({ _id }) => `the thread ${_id} has other people than its match`),
    ...messages.filter(({ thread }) => !threadIds.has(thread)).map(({ _id }) => `the message ${_id} has no thread`),
    ...sides.filter(({ match }) => !threadMatches.has(match)).map(({ _id }) => `the side ${_id} has no thread`),
    ...threads
      .filter((thread) => !hasTwoSides(thread, sides))
      .map(({ _id }) => `the thread ${_id} lacks one of its two sides`),
    ...threads.flatMap((thread) => orderProblems(thread, sides, messages)),
  ];
}

function pairOf(people: string[]): string {
  return [...people].sort().join(" ");
}

function hasTwoSides({ match }: Thread, sides: Side[]): boolean {
  const [one, other, ...more] = sides.filter((side) => side.match === match);
  if (!one || !other || more.length > 0) return false;
  return one.userId === other.other && one.other === other.userId;
}

function orderProblems({ _id, match }: Thread, sides: Side[], messages: Message[]): string[] {
  const ownMessages = messages.filter(({ thread }) => thread === _id).sort((a, b) => a.position - b.position);
  const lastPositions = sides.filter((side) => side.match === match).map(({ last }) => last.position);
  const isCounted =
    ownMessages.every(({ position }, at) => position === at + 1) &&
    lastPositions.every((end) => end === ownMessages.length);
  const keys = new Set(ownMessages.map(({ from, key }) => `${from} ${key}`));
  return [
    ...(isCounted ? [] : [`the positions in the thread ${_id} do not run from 1 to ${lastPositions[0] ?? 0}`]),
    ...(keys.size === ownMessages.length ? [] : [`the thread ${_id} has a message twice`]),
  ];
}
