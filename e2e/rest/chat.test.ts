import { expect } from "vitest";
import { testRoutes, expectRefusal, expectMessage, text, type Cast } from "./conformance";
import { makeMatch, unique } from "./people";

testRoutes("chat", [
  {
    route: "GET /users/threads",
    works: async (cast) => {
      const { matchId, line, ravi } = await talk(cast);
      const { list } = await cast.client.send("GET /users/threads", { token: ravi.token });
      const last = { text: line, mine: false, position: 1, held: false };
      expect(list).toMatchObject([{ matchId, unread: 1, last }]);
    },
  },
  {
    route: "GET /users/messages/nothing",
    works: async (cast) => {
      const { client, asha } = cast;
      const { matchId, line, pageOf, write } = await talk(cast);
      await write(unique("And you"));
      expect(await pageOf()).toMatchObject({ more: false, seenUpTo: 0, readUpTo: 0, hold: false });
      const first = { position: 1, mine: false, text: line, held: false, at: expect.stringContaining("T") as string };
      expect((await pageOf("?before=2")).messages).toEqual([first]);
      const wrong = await client.send(`GET /users/messages/${matchId}?before=now`, { token: asha.token });
      expectRefusal(wrong, 400, "BAD_INPUT", "Failed to get messages");
      const other = await client.send(`GET /users/messages/${matchId}`, { token: asha.token });
      expectRefusal(other, 404, "NOT_FOUND", "This match has ended.");
    },
  },
  {
    route: "POST /users/send-message",
    sender: "asha",
    body: () => ({ matchId: "nothing", key: "k", text: "Hello" }),
    fields: {
      matchId: text("Failed to send message"),
      key: text("Failed to send message"),
      text: text("Please write a message"),
    },
    works: async (cast) => {
      const { write, pageOf } = await talk(cast);
      for (let n = 0; n < 2; n++) {
        const { body } = await write("At the gate 👋🏽", "the same key");
        expect(body).toEqual({ position: 2, at: expect.stringContaining("T") });
      }
      expect((await pageOf()).messages).toHaveLength(2);
      expectRefusal(await write("x".repeat(501)), 400, "BAD_INPUT", "A message must be at most 500 characters");
      expectRefusal(await write("x".repeat(100_000)), 413, "TOO_LARGE", "The body is too large.");
    },
  },
  {
    route: "POST /users/read-messages",
    sender: "asha",
    body: () => ({ matchId: "nothing", upTo: 1 }),
    fields: {
      matchId: text("Failed to mark as read"),
      upTo: { wrong: "all", message: "Failed to mark as read" },
    },
    works: async (cast) => {
      const { client } = cast;
      const { matchId, ravi, uma } = await talk(cast);
      const request = { token: ravi.token, body: { matchId, upTo: 1 } };
      expectMessage(await client.send("POST /users/read-messages", request), "Marked as read");
      expect((await client.send("GET /users/threads", { token: ravi.token })).list).toMatchObject([{ unread: 0 }]);
      const page = await client.send(`GET /users/messages/${matchId}`, { token: uma.token });
      expect(page.body.seenUpTo).toBe(1);
    },
  },
  {
    route: "POST /users/show-contacts",
    sender: "asha",
    body: () => ({ matchId: "nothing" }),
    fields: { matchId: text("Failed to show messages") },
    works: async (cast) => {
      const { matchId, line, ravi, pageOf } = await talk(cast, "see https://somewhere.test/");
      const lastShown = async () => {
        const { hold, messages } = await pageOf();
        return [hold, messages.at(-1)?.text, messages.at(-1)?.held];
      };
      expect(await lastShown()).toEqual([true, "", true]);
      const request = { token: ravi.token, body: { matchId } };
      expectMessage(await cast.client.send("POST /users/show-contacts", request), "Shown from now on");
      expect(await lastShown()).toEqual([false, line, false]);
    },
  },
]);

/** Matches two people. Uma writes a line that only the two may see. `pageOf` returns Ravi's page. */
async function talk({ client }: Cast, start = "Where are you") {
  const [uma, ravi, matchId] = await makeMatch(client);
  const line = unique(start);
  client.addSecret(uma.email, "words", line);
  const write = async (text: string, key = unique("key")) => {
    const body = { matchId, key: key.replaceAll(" ", "-"), text };
    return await client.send("POST /users/send-message", { token: uma.token, body });
  };
  expect((await write(line)).body.position).toBe(1);
  const pageOf = async (search = "") => {
    const { body } = await client.send(`GET /users/messages/${matchId}${search}`, { token: ravi.token });
    return body as { hold: boolean; messages: { text: string; held: boolean }[] };
  };
  return { matchId, line, uma, ravi, write, pageOf };
}
