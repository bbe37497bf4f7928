/** Chat over REST. */
import { expect } from "vitest";
import { end, matched, refuses, same, says, text, waits } from "./cases";
import type { Client } from "./client";
import { conforms } from "./conformance";
import { unique, type Somebody } from "./people";

const over = "This match has ended.";

conforms(
  "chat",
  ["pia"],
  [
    {
      route: "GET /users/threads",
      may: "member",
      right: async ({ client, moderator }) => {
        const { uma, raj, matchId, line } = await talking(client, moderator);
        const { list } = await client.ask("GET /users/threads", { token: raj.token });
        expect(list).toMatchObject([
          { matchId, unread: 1, last: { text: line, mine: false, position: 1, held: false } },
        ]);
        await end(client, uma, raj);
      },
      otherPerson: waits("GET /users/threads"),
      again: same("GET /users/threads", ({ asha }) => asha.token),
    },
    {
      route: "GET /users/messages/nothing",
      may: "member",
      right: async ({ client, moderator }) => {
        const { uma, raj, matchId, line } = await talking(client, moderator);
        const page = async (search = "") =>
          (await client.ask(`GET /users/messages/${matchId}${search}`, { token: raj.token })).body;
        expect(await page()).toMatchObject({
          messages: [{ position: 1, mine: false, text: line, held: false, at: expect.stringContaining("T") }],
          ...{ more: false, seenUpTo: 0, readUpTo: 0, hold: false },
        });
        expect(await page("?before=1")).toMatchObject({ messages: [], more: false });
        await end(client, uma, raj);
      },
      otherPerson: async ({ client, moderator, asha }) => {
        const { uma, raj, matchId } = await talking(client, moderator);
        for (const id of [matchId, uma.id, "nothing"]) {
          refuses(await client.ask(`GET /users/messages/${id}`, { token: asha.token }), 404, "NOT_FOUND", over);
        }
        const wrong = await client.ask(`GET /users/messages/${matchId}?before=now`, { token: uma.token });
        refuses(wrong, 400, "BAD_INPUT", "Failed to get messages");
        await end(client, uma, raj);
      },
      again: async ({ client, moderator }) => {
        const { uma, raj, matchId } = await talking(client, moderator);
        const asking = { token: uma.token };
        const first = await client.ask(`GET /users/messages/${matchId}`, asking);
        expect((await client.ask(`GET /users/messages/${matchId}`, asking)).body).toEqual(first.body);
        await client.ask("POST /users/unmatch", { token: raj.token, body: { matchId } });
        client.match(uma.email, raj.email, false);
        refuses(await client.ask(`GET /users/messages/${matchId}`, asking), 404, "NOT_FOUND", over);
        await end(client, uma, raj);
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
      right: async ({ client, moderator }) => {
        const { uma, raj, matchId } = await talking(client, moderator);
        const body = { matchId, key: "reply", text: "At the gate 👋🏽" };
        const reply = await client.ask("POST /users/send-message", { token: raj.token, body });
        expect(reply.body).toEqual({ position: 2, at: expect.stringContaining("T") });
        const long = { ...body, key: "long", text: "x".repeat(501) };
        const refused = await client.ask("POST /users/send-message", { token: raj.token, body: long });
        refuses(refused, 400, "BAD_INPUT", "A message must be at most 500 characters");
        const huge = { ...body, key: "huge", text: "x".repeat(100_000) };
        const tooLarge = await client.ask("POST /users/send-message", { token: raj.token, body: huge });
        expect([tooLarge.status, tooLarge.body.code]).toEqual([413, "TOO_LARGE"]);
        await end(client, uma, raj);
      },
      otherPerson: async ({ client, moderator, asha }) => {
        const { uma, raj, matchId } = await talking(client, moderator);
        for (const id of [matchId, uma.id, "nothing"]) {
          const body = { matchId: id, key: "k", text: "Let me in" };
          refuses(await client.ask("POST /users/send-message", { token: asha.token, body }), 404, "NOT_FOUND", over);
        }
        await end(client, uma, raj);
      },
      again: async ({ client, moderator }) => {
        const { uma, raj, matchId, line } = await talking(client, moderator);
        const body = { matchId, key: "first", text: line };
        const reply = await client.ask("POST /users/send-message", { token: uma.token, body });
        expect(reply.body.position).toBe(1);
        const { body: page } = await client.ask(`GET /users/messages/${matchId}`, { token: uma.token });
        expect(page.messages).toHaveLength(1);
        await end(client, uma, raj);
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
      right: async ({ client, moderator }) => {
        const { uma, raj, matchId } = await talking(client, moderator);
        const body = { matchId, upTo: 1 };
        says(await client.ask("POST /users/read-messages", { token: raj.token, body }), "Marked as read");
        const { list } = await client.ask("GET /users/threads", { token: raj.token });
        expect(list).toMatchObject([{ unread: 0 }]);
        const page = await client.ask(`GET /users/messages/${matchId}`, { token: uma.token });
        expect(page.body.seenUpTo).toBe(1);
        await end(client, uma, raj);
      },
      otherPerson: strangers("POST /users/read-messages", { upTo: 1 }),
      again: twice("POST /users/read-messages", { upTo: 1 }, "Marked as read"),
    },
    {
      route: "POST /users/show-contacts",
      may: "member",
      body: () => ({ matchId: "nothing" }),
      fields: { matchId: text("Failed to show messages") },
      right: async ({ client, moderator }) => {
        const { uma, raj, matchId } = await talking(client, moderator);
        const body = { matchId, key: "link", text: "see https://somewhere.test/there" };
        await client.ask("POST /users/send-message", { token: uma.token, body });
        const page = async () => (await client.ask(`GET /users/messages/${matchId}`, { token: raj.token })).body;
        expect(await page()).toMatchObject({ hold: true, messages: [{}, { text: "", held: true }] });
        const asking = { token: raj.token, body: { matchId } };
        says(await client.ask("POST /users/show-contacts", asking), "Shown from now on");
        expect(await page()).toMatchObject({ hold: false, messages: [{}, { text: body.text, held: false }] });
        await end(client, uma, raj);
      },
      otherPerson: strangers("POST /users/show-contacts", {}),
      again: twice("POST /users/show-contacts", {}, "Shown from now on"),
    },
  ],
);

/** Two people who matched, and what one of them wrote: for nobody else. */
async function talking(client: Client, moderator: string) {
  const [uma, raj, matchId] = await matched(client, moderator);
  const line = unique("Where are you");
  client.keep(uma.email, "words", line);
  const body = { matchId, key: "first", text: line };
  const reply = await client.ask("POST /users/send-message", { token: uma.token, body });
  expect(reply.status, reply.text).toBe(200);
  return { uma, raj, matchId, line };
}

function strangers(route: string, rest: object) {
  return async ({ client, moderator, asha }: { client: Client; moderator: string; asha: Somebody }) => {
    const { uma, raj, matchId } = await talking(client, moderator);
    for (const id of [matchId, uma.id, "nothing"]) {
      refuses(await client.ask(route, { token: asha.token, body: { matchId: id, ...rest } }), 404, "NOT_FOUND", over);
    }
    await end(client, uma, raj);
  };
}

function twice(route: string, rest: object, message: string) {
  return async ({ client, moderator }: { client: Client; moderator: string }) => {
    const { uma, raj, matchId } = await talking(client, moderator);
    const asking = { token: raj.token, body: { matchId, ...rest } };
    for (let n = 0; n < 2; n++) says(await client.ask(route, asking), message);
    await end(client, uma, raj);
  };
}
