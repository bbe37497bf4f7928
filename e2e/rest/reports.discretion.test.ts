/** The responses about a person who reported, blocked or disliked the caller are the same, byte for byte. */
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { Client, type Reply } from "./client";
import { join, leave, moderatorOf, type Somebody } from "./people";

let client: Client;
let gita: Somebody;
/** The one who passed over her comes first. */
let men: Somebody[] = [];

beforeAll(async () => {
  client = await Client.of(inject("ready"));
  const moderator = moderatorOf(client);
  gita = await join(client, moderator, "Gita", "female");
  for (const name of ["Lal", "Manu", "Nilay"]) men.push(await join(client, moderator, name, "male", 2));
});

afterAll(async () => {
  await leave(client, [gita, ...men]);
  men = [];
});

test("a first swipe, a repeat, the opposite, an undo, an answer, a report and a block get the same responses", async () => {
  const [lal, manu, nilay] = men as [Somebody, Somebody, Somebody];
  const before = await dealt();
  await send(lal, "POST /users/swipe", { profileId: gita.id, liked: false });
  await send(manu, "POST /users/report", { reportedUserId: gita.id, reason: "", kind: "harassment" });
  await send(nilay, "POST /users/block", { profileId: gita.id });

  expect(await dealt(), "the cards stay").toEqual(before);

  const answers = [];
  for (const him of men) answers.push(await asked(him));
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(answers[0]?.map(([status]) => status)).toEqual([200, 200, 409, 200, 200, 200, 404, 404, 200, 200, 404, 404]);
  const { body } = await client.ask("GET /users/me", { token: gita.token });
  expect(body.swipesRemaining, "each first swipe was paid").toBe(2);
});

/** Which of them are in her deck, in order. */
async function dealt(): Promise<string[]> {
  const { text } = await client.ask("GET /users/swipe", { token: gita.token });
  const ids = men.map(({ id }) => id).filter((id) => text.includes(id));
  return ids.sort((one, other) => text.indexOf(one) - text.indexOf(other));
}

/** What she asks about one of them, and the status, the headers and the text of each answer. */
async function asked({ id }: Somebody): Promise<(number | string)[][]> {
  const doors: [string, object][] = [
    ["POST /users/swipe", { profileId: id, liked: true }],
    ["POST /users/swipe", { profileId: id, liked: true }],
    ["POST /users/swipe", { profileId: id, liked: false }],
    ["POST /users/swipe/undo", { profileId: id }],
    ["POST /users/swipe/undo", { profileId: id }],
    ["POST /users/swipe", { profileId: id, liked: true }],
    ["POST /users/respond-to-like", { profileId: id, accepted: true }],
    ["POST /users/respond-to-like", { profileId: id, accepted: false }],
    ["POST /users/report", { reportedUserId: id, reason: "Rude." }],
    ["POST /users/block", { profileId: id }],
    ["POST /users/swipe", { profileId: id, liked: true }],
    ["POST /users/unmatch", { matchId: id }],
  ];
  const answers = [];
  for (const [route, body] of doors) {
    const { status, headers, text } = await client.ask(route, { token: gita.token, body });
    answers.push([status, [...headers.keys()].sort().join(" "), text]);
  }
  return answers;
}

async function send({ token }: Somebody, route: string, body: object): Promise<Reply> {
  const reply = await client.ask(route, { token, body });
  expect(reply.status, reply.text).toBe(200);
  return reply;
}
