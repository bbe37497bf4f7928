/** The documented table over HTTP: every row, and for each row every case. A word's rows are in its file of tests. */
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { refuses, type Cast, type Field, type Name, type Row } from "./cases";
import { Client, type Asking } from "./client";
import { documented } from "./documented";
import { apply, join, leave, moderatorOf, organiserOf, signUp, type Somebody } from "./people";

const makers: Record<Name, (client: Client, moderator: string) => Promise<Somebody>> = {
  asha: (client, moderator) => join(client, moderator, "Asha", "female"),
  ravi: (client, moderator) => join(client, moderator, "Ravi", "male", 2),
  dev: (client, moderator) => join(client, moderator, "Dev", "male", 3),
  // A profile that waits.
  pia: (client) => apply(client, "Pia", "female", 4),
  // An account and nothing else.
  newcomer: (client) => signUp(client, "Nina"),
};
const cases = ["right", "field missing", "wrong type", "wrong token", "other person", "again"];

/** Registers the tests of a word: every row, every case, and that its rows are all that is documented of it. */
export function conforms<Who extends Name = never>(word: keyof typeof documented, who: Who[], rows: Row<Who>[]) {
  let cast: Cast<Who>;
  let people: Somebody[] = [];
  const calls = Object.fromEntries(
    rows.map((row) => [nameOf(row), Object.fromEntries(cases.map((one) => [one, "·"]))]),
  );

  beforeAll(async () => {
    const client = await Client.of(inject("ready"));
    const moderator = moderatorOf(client);
    const names: Name[] = ["asha", ...who];
    people = await Promise.all(names.map((name) => makers[name](client, moderator)));
    cast = Object.assign(Object.fromEntries(names.map((name, i) => [name, people[i]])), {
      client,
      moderator,
      organiser: organiserOf(client),
    }) as Cast<Who>;
  });

  afterAll(async () => {
    await leave(cast.client, people);
    console.log(
      "REST conformance, rows by cases: how many calls were made, each answered as documented (· : has no such case)",
    );
    console.table(calls);
  });

  const check = (row: Row<Who>, what: string, run: () => Promise<void>) =>
    test(what, async () => {
      const before = cast.client.asked;
      await run();
      (calls[nameOf(row)] ??= {})[what] = `${cast.client.asked - before} ok`;
    });

  for (const row of rows) {
    describe(nameOf(row), () => {
      check(row, "right", () => row.right(cast));
      const { missing = () => eachField(row, cast, leaveOut), spoilt = () => eachField(row, cast, spoil) } = row;
      if (row.fields || row.missing) check(row, "field missing", () => missing(cast));
      if (row.fields || row.spoilt) check(row, "wrong type", () => spoilt(cast));
      if (!["anyone", "provider"].includes(row.may)) check(row, "wrong token", () => wrongTokens(row, cast));
      check(row, "other person", () => row.otherPerson(cast));
      check(row, "again", () => row.again(cast));
    });
  }

  test("every documented route has its row here, and has succeeded", () => {
    expect(rows.map(nameOf)).toEqual(documented[word]);
    // The provider's own calls do not pass through this client.
    const others = rows.filter(({ may }) => may !== "provider").map(nameOf);
    expect([...cast.client.succeeded]).toEqual(expect.arrayContaining(others));
  });
}

function nameOf({ route }: { route: string }): string {
  return route.replace(/0{64}/, "{token}").replace("/nothing", "/{id}").replace(/\?.*$/, "");
}

type Change = (body: Record<string, unknown>, name: string, field: Field) => string;

/** One field at a time, in a body that is right otherwise. */
async function eachField<Who extends Name>(row: Row<Who>, cast: Cast<Who>, change: Change) {
  for (const [name, field] of Object.entries(row.fields ?? {})) {
    const body = structuredClone(await row.body?.(cast)) as Record<string, unknown>;
    const sentence = change(body, name, field);
    const reply = await cast.client.ask(row.route, { token: senderOf(row, cast), body });
    const status = sentence === "Please upload an image file" ? 415 : 400;
    refuses(reply, status, status === 400 ? "BAD_INPUT" : "PHOTO_TYPE", sentence);
  }
}

function leaveOut(body: Record<string, unknown>, name: string, { says, saysMissing = says }: Field): string {
  const [holder, last] = placeOf(body, name);
  delete holder[last];
  return saysMissing;
}

function spoil(body: Record<string, unknown>, name: string, { wrong, says }: Field): string {
  const [holder, last] = placeOf(body, name);
  holder[last] = wrong;
  return says;
}

function placeOf(body: Record<string, unknown>, name: string): [Record<string, unknown>, string] {
  const [first = "", second] = name.split(".");
  return second === undefined ? [body, first] : [body[first] as Record<string, unknown>, second];
}

/** None, forged, of a session that ended, and of the other kind: with a right body and with none. */
async function wrongTokens<Who extends Name>(row: Row<Who>, cast: Cast<Who>) {
  const { client, moderator, asha } = cast;
  const other = row.may === "moderator" ? asha.token : moderator;
  const refused: [string | undefined, 401 | 403][] = [
    [undefined, 401],
    ["not a token", 401],
    [`${asha.token.slice(0, -6)}AAAAAA`, 401],
    [inject("endedToken"), 401],
    [other, 403],
  ];
  for (const [token, status] of refused) {
    for (const body of [await row.body?.(cast), undefined]) {
      const asking: Asking = { token, body, as: "nobody" };
      const reply = await client.ask(row.route, asking);
      refuses(
        reply,
        status,
        status === 401 ? "UNAUTHENTICATED" : "FORBIDDEN",
        status === 401 ? /Session expired/ : /sign in/,
      );
    }
  }
}

function senderOf<Who extends Name>(row: Row<Who>, cast: Cast<Who>): string | undefined {
  if (row.sender) return row.sender(cast);
  return {
    user: cast.asha.token,
    member: cast.asha.token,
    moderator: cast.moderator,
    organiser: cast.organiser,
    anyone: undefined,
    provider: undefined,
  }[row.may];
}
