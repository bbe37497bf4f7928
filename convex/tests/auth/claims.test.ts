/** Claiming another member's handle or phone number changes nothing that a member can see. */
import fc from "fast-check";
import { makeFunctionReference } from "convex/server";
import { describe, expect, vi } from "vitest";
import { api } from "../../_generated/api";
import { deleteAccount } from "../../testing/auth.testing";
import { functions, kinds } from "../../testing/authorisation.testing";
import { say } from "../../testing/chat.testing";
import { freeze } from "../../testing/clock.testing";
import { likes, man, match, several, woman, aMan } from "../../testing/crowd.testing";
import { subjects } from "../../testing/mails.testing";
import { applicant, approve, moderator, type Person } from "../../testing/people.testing";
import { type Product, settled, setupTest, test } from "../../testing/product.testing";
import { phoneOf, type ProfileInput } from "../../testing/profiles.testing";
import { block, file } from "../../testing/reports.testing";
import { runs } from "../../testing/runs.testing";

const hers = { instagramHandle: "vikas.insta", phoneNumber: phoneOf("Vikas") };
const own = { instagramHandle: "xavier.insta", phoneNumber: phoneOf("Xavier") };
type Claim = Partial<ProfileInput>;

/** Acts of other people against Vikas, whose handle and number Xavier claims. */
const harms = {
  blocked: block,
  reported: file,
  unmatched: async (her: Person, him: Person) =>
    await her.mutation(api.matches.unmatch, { matchId: await match(her, him) }),
};
type Harm = keyof typeof harms;
const allHarms = Object.keys(harms) as Harm[];

describe("Xavier claims Vikas' handle or number, and no query reveals", () => {
  /** What Xavier sees if nobody harmed Vikas: while Vikas has an account, and after its deletion. */
  let [unmarked, unmarkedGone]: (Promise<Seen[]> | undefined)[] = [];

  test.each(allHarms)("that the women %s Vikas, before an approval or after it", async (harm) => {
    const steps: Step[] = [
      { claim: { instagramHandle: "Vikas.Insta" } },
      { claim: { phoneNumber: phoneOf("Vikas").replace("+91", "0") } },
      { claim: own },
      { claim: hers },
      "approved",
      { claim: own },
      "approved",
    ];
    expect(await lived(steps, { harm })).toEqual(await (unmarked ??= lived(steps, {})));
  });

  test.each(allHarms)("that the women %s Vikas, who then deleted his account", async (harm) => {
    const steps: Step[] = [{ claim: hers }, "approved"];
    expect(await lived(steps, { harm, isGone: true })).toEqual(await (unmarkedGone ??= lived(steps, { isGone: true })));
  });

  test("what the women did to Vikas, in any order of claims and approvals", async () => {
    const claim = fc.record({
      instagramHandle: fc.constantFrom(own.instagramHandle, hers.instagramHandle, "VIKAS.insta"),
      phoneNumber: fc.constantFrom(own.phoneNumber, hers.phoneNumber, "1112223334"),
    });
    const step: fc.Arbitrary<Step> = fc.oneof(fc.record({ claim }), fc.constant("approved" as const));
    const story = fc.tuple(fc.array(step, { minLength: 1, maxLength: 6 }), fc.constantFrom(...allHarms), fc.boolean());
    await fc.assert(
      fc.asyncProperty(story, async ([steps, harm, isGone]) => {
        expect(await lived(steps, { harm, isGone })).toEqual(await lived(steps, { isGone }));
      }),
      { numRuns: runs(3) },
    );
  }, 120_000);
});

test("people who share a made-up number lose nothing when one of them is blocked", async ({ t }) => {
  const made = { phoneNumber: "1112223334" };
  const [asha, meera] = [await woman(t, "Asha"), await woman(t, "Meera")];
  const [ravi, omar] = [await man(t, "Ravi", made), await man(t, "Omar", made)];
  await match(asha, omar);
  await block(asha, ravi);
  await omar.mutation(api.profiles.update, { profile: { bio: "Other words." } });
  const kabir = await man(t, "Kabir", made);
  await approve(t, omar);

  expect(await namesOf(asha)).toEqual(["Kabir", "Omar"]);
  expect(await namesOf(meera)).toEqual(["Kabir", "Omar", "Ravi"]);
  await match(asha, kabir);
  expect(await namesOf(kabir)).toEqual(["Asha", "Meera"]);
});

test("a newcomer with a blocked member's handle and number can match the blocker, and moderators see a hint", async () => {
  const t = setupTest();
  const [asha, vikas] = [await woman(t, "Asha"), await man(t, "Vikas")];
  await block(asha, vikas);
  const zed = await applicant(t, "Zed", { ...aMan, ...hers });
  expect(await (await moderator(t)).query(api.moderator.queue, {})).toMatchObject([
    { name: "Zed", knownBefore: [{ what: "blocked", by: ["handle", "phone"] }] },
  ]);
  await approve(t, zed);

  await match(asha, zed);
});

type Step = { claim: Claim } | "approved";
type Seen = Record<string, string>;

/**
 * Returns what Xavier sees after each step. One woman is his match and wrote to him, one likes him, he likes one, and one is in his
 * deck. All of them did the same to Vikas, or nothing.
 */
async function lived(steps: Step[], { harm, isGone }: { harm?: Harm; isGone?: boolean }): Promise<Seen[]> {
  freeze();
  vi.setSystemTime(NOON);
  const t = setupTest();
  const [vikas, xavier, women] = [await man(t, "Vikas"), await man(t, "Xavier"), await several(woman, t, "Woman", 4)];
  const [matched, liker, liked, other] = women as [Person, Person, Person, Person];
  const matchId = await match(matched, xavier);
  await say(matched, matchId, "See you at the gate.");
  await likes(xavier, liked);
  await likes(liker, xavier);
  // The third report would hide him.
  for (const her of women.slice(0, harm === "reported" ? 2 : 4)) if (harm) await harms[harm](her, vikas);
  if (isGone) await deleteAccount(vikas);
  await settled(t);
  const before = await Promise.all(women.map((her) => namesOf(her)));
  const seen = [await seenBy(xavier, matchId)];
  for (const step of steps) {
    vi.setSystemTime(Date.now() + 600_000);
    if (step !== "approved") await xavier.mutation(api.profiles.update, { profile: step.claim });
    else await approveIfWaiting(t, xavier);
    await settled(t);
    seen.push(await seenBy(xavier, matchId));
    expect(await Promise.all(women.map((her) => namesOf(her))), "the women see no change").toEqual(before);
  }
  await likes(xavier, other);
  await xavier.mutation(api.matches.respond, { profileId: liker.userId, accepted: true });
  expect(await liker.query(api.matches.list, {}), "a like becomes a match").toMatchObject([
    { user: { name: "Xavier" } },
  ]);
  expect(await other.query(api.matches.pendingLikes, {})).toMatchObject([{ name: "Xavier" }]);
  return [...seen, await seenBy(xavier, matchId)];
}

const NOON = Date.UTC(2026, 10, 23, 12);

async function approveIfWaiting(t: Product, person: Person): Promise<void> {
  if ((await person.query(api.profiles.waiting, {})) !== null) await approve(t, person);
}

/** Returns the member's mails, and the result of every public query they may call. Ids and random keys become numbers. */
async function seenBy(person: Person, matchId: string): Promise<Seen> {
  const forMembers = [...functions].filter(([, results]) => results.split(" ")[kinds.indexOf("member")] === "ok");
  const queries = forMembers.flatMap(([name]) => (name.startsWith("query ") ? [name.slice("query ".length)] : []));
  expect(queries.length).toBeGreaterThan(15);
  const argsOf: Record<string, object> = {
    ...Object.fromEntries(["isTyping", "messages", "openers"].map((name) => [`chat.${name}`, { matchId }])),
    "auth.codeMail": { email: person.email, waiting: "of no mail" },
    "payments.order": { orderId: "of nobody" },
  };
  const seen: Seen = {};
  for (const name of queries) {
    const query = makeFunctionReference<"query">(name.replace(".", ":"));
    const answer = await person.query(query, argsOf[name] ?? {}).catch((error: { data?: object }) => error.data);
    seen[name] = JSON.stringify(answer);
  }
  const text = numbered(JSON.stringify({ ...seen, mails: subjects(person) }));
  return JSON.parse(text) as Seen;
}

/** Replaces each id and random key by a number, in order of occurrence. */
function numbered(text: string): string {
  const known = new Map<string, number>();
  const number = (found: string) => known.get(found) ?? (known.set(found, known.size), known.size - 1);
  // convex-test separates rows of one moment by a fraction of a millisecond.
  const timed = text.replace(/(\d{13})\.\d+/g, "$1");
  return timed.replace(/\b0{9,}\d+[a-zA-Z]+\b|\bstorage\/[^"\\]+/g, (found) => `#${number(found)}`);
}

/** Returns the names that a person can see: dealt, matched, and with an open like. */
async function namesOf(person: Person): Promise<string[]> {
  const [deck, matches, pending] = [
    (await person.query(api.swipes.deck, {})).profiles.map(({ name }) => name),
    (await person.query(api.matches.list, {})).map(({ user }) => user.name),
    (await person.query(api.matches.pendingLikes, {})).map(({ name }) => name),
  ];
  return [...deck, ...matches, ...pending].sort();
}
