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

/** Extends the only thread to `length` messages, as if the two had written in turn for a long time. `first` wrote the first one. */
export async function addMessages(t: Product, first: Person, second: Person, length: number): Promise<void> {
  for (let from = 2; from <= length; from += 2_000) {
    await t.run(async (ctx) => {
      const thread = (await ctx.db.query("chatThreads").first())!._id;
      const end = Math.min(from + 1_999, length);
      for (let n = from; n <= end; n += 1) {
        const { userId } = n % 2 === 0 ? second : first;
        await ctx.db.insert("chatMessages", {
          thread,
          from: userId,
          position: n,
          key: `k${n}`,
          text: `Line ${n}`,
          at: n,
        });
      }
      for (const { _id, last } of await ctx.db.query("chatSides").collect())
        await ctx.db.patch("chatSides", _id, { last: { ...last, position: end } });
    });
  }
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
