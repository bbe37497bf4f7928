/** The shapes of REST results: the functions' results, with the documented second names of fields, and dates as text. */
import { convexToZodFields } from "convex-helpers/server/zod4";
import type { FunctionReturnType } from "convex/server";
import * as z from "zod";
import type { api } from "../_generated/api";
import * as shapes from "../validators/common";
import * as chat from "../validators/chat";
import { features, perField, products } from "../shared/prices";
import * as photos from "../validators/photos";
import * as desk from "../validators/moderator";
import * as people from "../validators/people";

export const date = z.iso.datetime();
const link = z.string().meta({ description: "An absolute address." });
const secondNames = { id: z.string(), profilePicture: link };

export const user = z
  .object({
    ...convexToZodFields(shapes.currentUser.fields),
    id: z.string(),
    profilePicture: link.nullable(),
    phone: z.string(),
    ...perField("since", () => date.nullable()),
    swipesResetAt: date,
    createdAt: date,
  })
  .meta({ id: "User", description: "The signed-in person, as only they see themselves." });

export const session = z.object({
  token: z.string().meta({ description: "For the header x-auth-token. Lasts a day." }),
  user,
});
export const codeMailed = z.object({ message: z.string(), waiting: z.literal(true).optional() });
export const moderatorSession = session.pick({ token: true });

export const image = z.object({ ...convexToZodFields(photos.uploadedPhoto.fields), profilePicture: link });

export const card = z.object({ ...convexToZodFields(shapes.card.fields), ...secondNames }).meta({
  id: "Card",
  description: "A person in the deck or in the pending likes. The handle is empty until a match.",
});
export const cards = z.array(card);

const matchedUser = z
  .object({ ...convexToZodFields(shapes.matchedUser.fields), ...secondNames })
  .meta({ id: "MatchedUser", description: "A person as their match sees them." });
const match = z.object({ matchId: z.string(), createdAt: date, user: matchedUser }).meta({ id: "Match" });
export const matches = z.array(match);

export const swipeResult = z.union([
  z.object({ match: z.literal(false) }),
  z.object({ match: z.literal(true), matchId: z.string(), user: matchedUser }),
]);

const { last, ...threadFields } = chat.threadEntry.fields;
const thread = z
  .object({
    ...convexToZodFields(threadFields),
    last: z.object({ ...convexToZodFields(last.fields), at: date }),
  })
  .meta({ id: "Thread", description: "A match with messages." });
export const threads = z.array(thread);

const message = z.object({ ...convexToZodFields(chat.message.fields), at: date }).meta({
  id: "Message",
  description:
    "A message. A held one contains a link, a number or a handle, and its text is empty until /users/show-contacts.",
});
const { messages: _, ...pageFields } = chat.messagePage.fields;
export const messagePage = z.object({
  messages: z.array(message),
  ...convexToZodFields(pageFields),
  seenUpTo: z.number(),
  readUpTo: z.number(),
});
export const sentMessage = z.object({ position: z.number(), at: date });

const waitingProfile = z
  .object({ ...convexToZodFields(desk.waitingProfile.fields), ...secondNames, createdAt: date })
  .meta({
    id: "WaitingProfile",
    description: "A version of a profile that waits for a moderator. _id names the version.",
  });
export const waitingProfiles = z.array(waitingProfile);
export const stats = z.object(convexToZodFields(desk.moderationStats.fields));

const listedPerson = z
  .object({ ...convexToZodFields(people.listedPerson.fields), id: z.string(), createdAt: date })
  .meta({
    id: "ListedPerson",
    description: "A person at the festival. The address is shortened. Their page is not available over REST.",
  });
export const listedPeople = z.object({
  people: z.array(listedPerson),
  next: z.string().nullable().meta({ description: "The cursor of the next page, or null." }),
});
export const exportedPerson = z
  .looseObject({
    madeAt: date,
    account: z.looseObject({ id: z.string(), email: z.string() }),
    photos: z.array(z.looseObject({ file: z.string() })),
  })
  .meta({
    id: "ExportedPerson",
    description: "A person's stored data, for that person, without their chats. The photos are data URLs.",
  });

export const uploadedTickets = z.object({
  added: z.number(),
  present: z.number().meta({ description: "Codes that were already stored." }),
  repeated: z.number().meta({ description: "Codes that occur in the file a second time." }),
  bad: z.number().meta({ description: "Lines whose code cannot be stored." }),
  badLines: z
    .array(z.object({ line: z.number(), problem: z.string() }))
    .meta({ description: "The first hundred of them." }),
});

export const order = z.object({ payment_session_id: z.string(), order_id: z.string(), orderId: z.string() });
export const verified = z.object({
  verified: z.boolean(),
  pending: z.boolean().meta({ description: "The provider does not know yet. Call again." }),
  cancelled: z.boolean().meta({ description: "The buyer left the provider's page and was not charged." }),
  feature: z.enum(features).nullable(),
  message: z.string(),
  error: z.string().optional().meta({ description: "Only if the payment failed or was cancelled." }),
});

type Me = FunctionReturnType<typeof api.profiles.me>;
type Person = { _id: string; photoURL: string };

export function asUser(me: Me): z.input<typeof user> {
  return {
    ...withSecondNames(me),
    phone: me.phoneNumber,
    ...perField("since", (feature) => {
      const since = me[products[feature].since];
      return since === null ? null : asDate(since);
    }),
    swipesResetAt: asDate(me.swipesResetAt),
    createdAt: asDate(me.createdAt),
  };
}

/** Adds the second names of id and picture to a person. */
export function withSecondNames<T extends Person | Me>(person: T) {
  return { ...person, id: person._id, profilePicture: person.photoURL as T["photoURL"] };
}

export function asDate(time: number): string {
  return new Date(time).toISOString();
}

export function asSwipeResult(answer: FunctionReturnType<typeof api.swipes.swipe>): z.input<typeof swipeResult> {
  return answer.match ? { ...answer, user: withSecondNames(answer.user) } : answer;
}
