/** Chat over REST, between Asha and Ravi, who are a match. Dev is a stranger. */
import { expect } from "vitest";
import { end, matched, refuses, same, says, text, waits, type Cast } from "./cases";
import { conforms } from "./conformance";
import { unique } from "./people";

type All = Cast<"ravi" | "dev" | "pia">;

const over = "This match has ended.";

conforms(
  "chat",
  ["ravi", "dev", "pia"],
  [
    {
      route: "GET /users/threads",
      may: "member",
      right: async (cast) => {
        const { matchId, line, position } = await talk(cast);
        const { list } = await cast.client.ask("GET /users/threads", { token: cast.ravi.token });
        expect(list).toMatchObject([{ matchId, unread: 1, last: { text: line, mine: false, position, held: false } }]);
      },
      otherPerson: waits("GET /users/threads"),
      again: same("GET /users/threads", ({ asha }) => asha.token),
    },
    {
      route: "GET /users/messages/nothing",
      may: "member",
      right: async (cast) => {
        const { matchId, line, position } = await talk(cast);
        const page = await pageOf(cast, matchId);
        expect(page).toMatchObject({ more: false, seenUpTo: 0, readUpTo: 0, hold: false });
        const last = { position, mine: false, text: line, held: false, at: expect.stringContaining("T") as string };
        expect(page.messages.at(-1)).toEqual(last);
        expect((await pageOf(cast, matchId, `?before=${position}`)).messages).toHaveLength(position - 1);
      },
      otherPerson: async (cast) => {
        const { client, asha, dev } = cast;
        const { matchId } = await talk(cast);
        for (const id of [matchId, asha.id, "nothing"]) {
          refuses(await client.ask(`GET /users/messages/${id}`, { token: dev.token }), 404, "NOT_FOUND", over);
        }
        const wrong = await client.ask(`GET /users/messages/${matchId}?before=now`, { token: asha.token });
        refuses(wrong, 400, "BAD_INPUT", "Failed to get messages");
      },
      again: async (cast) => {
        const { matchId } = await talk(cast);
        expect(await pageOf(cast, matchId)).toEqual(await pageOf(cast, matchId));
      },
    },
    {
      route: "POST /users/send-message",
      may: "member",
      body: () => ({ matchId: "nothing", key: "k", text: "Hello" }),
      fields: {
        matchId: text("Failed to send message"),
        key: text("Failed to send message"),
        text: text("Please write a message"),
      },
      right: async (cast) => {
        const { matchId, position } = await talk(cast);
        const send = async (words: string) => {
          const body = { matchId, key: unique("k").replace(" ", "-"), text: words };
          return await cast.client.ask("POST /users/send-message", { token: cast.ravi.token, body });
        };
        const { body } = await send("At the gate 👋🏽");
        expect(body).toEqual({ position: position + 1, at: expect.stringContaining("T") });
        refuses(await send("x".repeat(501)), 400, "BAD_INPUT", "A message must be at most 500 characters");
        refuses(await send("x".repeat(100_000)), 413, "TOO_LARGE", "The body is too large.");
      },
      otherPerson: async (cast) => {
        const [uma, raj, matchId] = await matched(cast.client, cast.moderator);
        await cast.client.ask("POST /users/unmatch", { token: raj.token, body: { matchId } });
        const send = { key: "k", text: "Are you there?" };
        const former = { token: uma.token, body: { matchId, ...send } };
        refuses(await cast.client.ask("POST /users/send-message", former), 404, "NOT_FOUND", over);
        await end(cast.client, uma, raj);
        await strangers("POST /users/send-message", send)(cast);
      },
      again: async (cast) => {
        const { matchId, line, key, position } = await talk(cast);
        const asking = { token: cast.asha.token, body: { matchId, key, text: line } };
        expect((await cast.client.ask("POST /users/send-message", asking)).body.position).toBe(position);
        expect((await pageOf(cast, matchId)).messages).toHaveLength(position);
      },
    },
    {
      route: "POST /users/read-messages",
      may: "member",
      body: () => ({ matchId: "nothing", upTo: 1 }),
      fields: {
        matchId: text("Failed to mark as read"),
        upTo: { wrong: "all", says: "Failed to mark as read" },
      },
      right: async (cast) => {
        const { client, ravi, asha } = cast;
        const { matchId, position: upTo } = await talk(cast);
        const asking = { token: ravi.token, body: { matchId, upTo } };
        says(await client.ask("POST /users/read-messages", asking), "Marked as read");
        expect((await client.ask("GET /users/threads", { token: ravi.token })).list).toMatchObject([{ unread: 0 }]);
        const page = await client.ask(`GET /users/messages/${matchId}`, { token: asha.token });
        expect(page.body.seenUpTo).toBe(upTo);
      },
      otherPerson: strangers("POST /users/read-messages", { upTo: 1 }),
      again: twice("POST /users/read-messages", { upTo: 1 }, "Marked as read"),
    },
    {
      route: "POST /users/show-contacts",
      may: "member",
      body: () => ({ matchId: "nothing" }),
      fields: { matchId: text("Failed to show messages") },
      right: async (cast) => {
        const { matchId, line } = await talk(cast, "see https://somewhere.test/");
        const shown = async () => {
          const { hold, messages } = await pageOf(cast, matchId);
          return [hold, messages.at(-1)?.text, messages.at(-1)?.held];
        };
        expect(await shown()).toEqual([true, "", true]);
        const asking = { token: cast.ravi.token, body: { matchId } };
        says(await cast.client.ask("POST /users/show-contacts", asking), "Shown from now on");
        expect(await shown()).toEqual([false, line, false]);
      },
      otherPerson: strangers("POST /users/show-contacts", {}),
      again: twice("POST /users/show-contacts", {}, "Shown from now on"),
    },
  ],
);

/** Makes the match, which is the same each time, and has Asha write a line that is for the two alone. */
async function talk({ client, asha, ravi }: All, start = "Where are you") {
  client.match(asha.email, ravi.email);
  await client.ask("POST /users/swipe", { token: asha.token, body: { profileId: ravi.id, liked: true } });
  const reply = await client.ask("POST /users/swipe", { token: ravi.token, body: { profileId: asha.id, liked: true } });
  const matchId = reply.body.matchId as string;
  const [line, key] = [unique(start), unique("key").replace(" ", "-")];
  client.keep(asha.email, "words", line);
  const body = { matchId, key, text: line };
  const sent = await client.ask("POST /users/send-message", { token: asha.token, body });
  expect(sent.status, sent.text).toBe(200);
  return { matchId, line, key, position: sent.body.position as number };
}

type Page = { hold: boolean; messages: { text: string; held: boolean }[] };

/** The newest page as Ravi gets it. */
async function pageOf({ client, ravi }: All, matchId: string, search = ""): Promise<Page> {
  const { body } = await client.ask(`GET /users/messages/${matchId}${search}`, { token: ravi.token });
  return body as Page;
}

function strangers(route: string, rest: object) {
  return async (cast: All) => {
    const { client, asha, dev } = cast;
    const { matchId } = await talk(cast);
    for (const id of [matchId, asha.id, "nothing"]) {
      refuses(await client.ask(route, { token: dev.token, body: { matchId: id, ...rest } }), 404, "NOT_FOUND", over);
    }
  };
}

function twice(route: string, rest: object, message: string) {
  return async (cast: All) => {
    const { matchId } = await talk(cast);
    const asking = { token: cast.ravi.token, body: { matchId, ...rest } };
    for (let n = 0; n < 2; n++) says(await cast.client.ask(route, asking), message);
  };
}
