import { api } from "../_generated/api";
import { fail } from "../shared/errors";
import * as bodies from "./bodies";
import { forMember, type Endpoint } from "./endpoint";
import { asDate, messagePage, sentMessage, threads } from "./shapes";

export const listThreads: Endpoint = forMember.returns(threads, {
  summary: "The caller's matches with messages, newest message first, a hundred at most.",
  fallback: "Failed to get messages",
  run: async ({ client }) => {
    const entries = await client.query(api.chat.threads, {});
    return entries.map(({ last, ...rest }) => ({ ...rest, last: { ...last, at: asDate(last.at) } }));
  },
});

export const listMessages: Endpoint = forMember.returns(messagePage, {
  summary: "The newest fifty messages of a match, or the newest fifty before a position, oldest first.",
  query: { before: "A position: only older messages." },
  fallback: "Failed to get messages",
  refuses: [400, 404],
  run: async ({ client, param, search }) => {
    const before = search.get("before");
    if (before !== null && !/^\d{1,9}$/.test(before)) fail("BAD_INPUT", "Failed to get messages");
    const args = { matchId: param, ...(before !== null && { before: Number(before) }) };
    const [{ messages, ...rest }, seenUpTo, readUpTo] = await Promise.all([
      client.query(api.chat.messages, args),
      client.query(api.chat.seen, { matchId: param }),
      client.query(api.chat.seen, { matchId: param, mine: true }),
    ]);
    return {
      ...rest,
      seenUpTo,
      readUpTo,
      messages: messages.map((message) => ({ ...message, at: asDate(message.at) })),
    };
  },
});

export const sendMessage: Endpoint = forMember.returns(sentMessage, {
  summary: "Sends a message to a match. Idempotent by key: the same key again changes nothing.",
  takes: bodies.sendMessage,
  fallback: "Failed to send message",
  refuses: [404],
  run: async ({ client, body }) => {
    const { position, at } = await client.mutation(api.chat.send, body);
    return { position, at: asDate(at) };
  },
});

export const readMessages: Endpoint = forMember.returnsMessage("Marked as read", {
  summary: "Marks the messages of a match as read up to a position. The other person sees that.",
  takes: bodies.readMessages,
  fallback: "Failed to mark as read",
  refuses: [404],
  run: async ({ client, body }) => await client.mutation(api.chat.markRead, body),
});

export const showContacts: Endpoint = forMember.returnsMessage("Shown from now on", {
  summary: "Shows messages of a match that contain links, numbers or handles. Until then they are held back.",
  takes: bodies.showContacts,
  fallback: "Failed to show messages",
  refuses: [404],
  run: async ({ client, body }) => await client.mutation(api.chat.reveal, body),
});
