/** The documented table over HTTP: every row, and for each row every case. */
import { expect, test } from "../fixtures";
import { Client, type Asking } from "./client";
import { apply, join, leave, signInModerator, signUp } from "./people";
import { refuses, type Cast, type Field, type Row } from "./rows";
import { authRows } from "./rowsAuth";
import { deckRows } from "./rowsDecks";
import { matchRows } from "./rowsMatches";
import { moderatorRows } from "./rowsModerator";
import { paymentRows } from "./rowsPayments";
import { profileRows } from "./rowsProfiles";

test.describe.configure({ timeout: 60_000 });

const rows: Row[] = [...authRows, ...profileRows, ...deckRows, ...matchRows, ...paymentRows, ...moderatorRows];
const cases = ["right", "field missing", "wrong type", "wrong token", "other person", "again"];

let cast: Cast;
const table = Object.fromEntries(
  rows.map((row) => [nameOf(row), Object.fromEntries(cases.map((name) => [name, "·"]))]),
);

test.beforeAll(async ({ ready }) => {
  const client = await Client.of(ready);
  const moderator = await signInModerator(client);
  const asha = await join(client, moderator, "Asha", "female");
  const ravi = await join(client, moderator, "Ravi", "male", 2);
  const dev = await join(client, moderator, "Dev", "male", 3);
  const pia = await apply(client, "Pia", "female", 4);
  const over = await signUp(client, "Over");
  await leave(client, [over]);
  cast = { client, moderator, asha, ravi, dev, pia, newcomer: await signUp(client, "Nina"), over };
});

test.afterAll(async () => {
  await leave(cast.client, [cast.asha, cast.ravi, cast.dev, cast.pia, cast.newcomer]);
  console.log(
    "REST conformance, rows by cases: how many calls were made, each answered as documented (· : has no such case)",
  );
  console.table(table);
});

for (const row of rows) {
  test.describe(nameOf(row), () => {
    check(row, "right", () => row.right(cast));
    const { missing = () => eachField(row, leaveOut), spoilt = () => eachField(row, spoil) } = row;
    if (row.fields || row.missing) check(row, "field missing", () => missing(cast));
    if (row.fields || row.spoilt) check(row, "wrong type", () => spoilt(cast));
    if (!["anyone", "provider"].includes(row.may)) check(row, "wrong token", () => wrongTokens(row));
    check(row, "other person", () => row.otherPerson(cast));
    check(row, "again", () => row.again(cast));
  });
}

test("every described route was heard to succeed", () => {
  const described = Object.entries(cast.client.description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  // The provider's own calls do not pass through this client.
  expect([...cast.client.succeeded, "POST /payments/webhook"].sort()).toEqual(described.sort());
});

function nameOf({ route }: Row): string {
  return route.replace(/0{64}/, "{token}").replace("/nothing", "/{id}");
}

function check(row: Row, what: string, run: () => Promise<void>) {
  test(what, async () => {
    const before = cast.client.asked;
    await run();
    (table[nameOf(row)] ??= {})[what] = `${cast.client.asked - before} ok`;
  });
}

type Change = (body: Record<string, unknown>, name: string, field: Field) => string;

/** One field at a time, in a body that is right otherwise. */
async function eachField(row: Row, change: Change) {
  for (const [name, field] of Object.entries(row.fields ?? {})) {
    const body = structuredClone(await row.body?.(cast)) as Record<string, unknown>;
    const sentence = change(body, name, field);
    const heard = await cast.client.ask(row.route, { token: senderOf(row), body });
    const status = sentence === "Please upload an image file" ? 415 : 400;
    refuses(heard, status, status === 400 ? "BAD_INPUT" : "PHOTO_TYPE", sentence);
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
async function wrongTokens(row: Row) {
  const { client, moderator, asha, over } = cast;
  const other = row.may === "moderator" ? asha.token : moderator;
  const refused: [string | undefined, 401 | 403][] = [
    [undefined, 401],
    ["not a token", 401],
    [`${asha.token.slice(0, -6)}AAAAAA`, 401],
    [over.token, 401],
    [other, 403],
  ];
  for (const [token, status] of refused) {
    for (const body of [await row.body?.(cast), undefined]) {
      const asking: Asking = { token, body, as: "nobody" };
      const heard = await client.ask(row.route, asking);
      refuses(
        heard,
        status,
        status === 401 ? "UNAUTHENTICATED" : "FORBIDDEN",
        status === 401 ? /Session expired/ : /sign in/,
      );
    }
  }
}

function senderOf(row: Row): string | undefined {
  if (row.sender) return row.sender(cast);
  return {
    user: cast.asha.token,
    member: cast.asha.token,
    moderator: cast.moderator,
    anyone: undefined,
    provider: undefined,
  }[row.may];
}
