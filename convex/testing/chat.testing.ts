import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { crowd, match } from "./crowd.testing";
import type { Person } from "./people.testing";
import type { Product } from "./product.testing";

const her = { gender: "female", interestedIn: "male" } as const;
const him = { gender: "male", interestedIn: "female" } as const;

export const over = { code: "NOT_FOUND", message: "This match has ended." };

export type Pair = { asha: Person; ravi: Person; matchId: Id<"matches"> };

/** Creates a match without messages. */
export async function chatPair(t: Product): Promise<Pair> {
  const [asha, ravi] = (await crowd(t, [her, him])) as [Person, Person];
  return { asha, ravi, matchId: await match(asha, ravi) };
}

/** Creates a person like Asha or Ravi, without swipes or matches. */
export async function outsider(t: Product, isHer = true): Promise<Person> {
  return (await crowd(t, [isHer ? her : him]))[0]!;
}

export async function say(person: Person, matchId: string, text: string, key: string = crypto.randomUUID()) {
  return await person.mutation(api.chat.send, { matchId, key, text });
}

/** Returns the texts of the newest page, as one of the two sees them. */
export async function textsOf(person: Person, matchId: string): Promise<string[]> {
  const { messages } = await person.query(api.chat.messages, { matchId });
  return messages.map(({ text, mine, held }) => `${mine ? "me" : "them"}: ${held ? "(held)" : text}`);
}

/** Returns the last line and the number of unread messages of each of a person's threads. */
export async function threadsOf(person: Person): Promise<[string, number][]> {
  const threads = await person.query(api.chat.threads, {});
  return threads.map(({ last, unread }) => [last.text, unread]);
}
