/** One person of every kind, and the people they may act on, for the table of who may call what. */
import { vi } from "vitest";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { deleteAccount } from "./auth.testing";
import type { Kind } from "./authorisation.testing";
import { disappears, dislikes, likes, man, match, woman } from "./crowd.testing";
import { applicant, moderator, newcomer, organiser, reject, signedIn, tokenOf, type Person } from "./people.testing";
import { rowsIn, type Product } from "./product.testing";
import { waitingVersion } from "./profiles.testing";
import { file, suspend } from "./reports.testing";
import { orders, paid, shop } from "./shop.testing";

/** The caller's own rows, or the member's rows if the caller has none. */
type Own = { userId: Id<"users">; email: string; match: Id<"matches">; order: string };
type Work = { report: Id<"reports">; suspension: Id<"reports">; version: Id<"submissions">; paid: string };
/** A caller: null for a visitor, otherwise the token and the subject that the deployment reads from it. */
export type Caller = { subject: string; token: string } | null;

/** A product with one person of every kind. */
export type Cast = {
  t: Product;
  callers: Record<Kind, Caller>;
  own: (kind: Kind) => Own;
  /** `ravi` is in the decks of the member and of the hidden person. `omar` likes both of them. */
  ravi: Person;
  omar: Person;
  /** The last person that the member and the hidden person swiped. */
  swiped: Person;
  /** The items to decide on. The organiser has other items, because each can be decided only once. */
  work: (kind: Kind) => Work;
  photoKey: string;
  ines: Person;
  mona: Person;
};

/** Creates the product and its people. With `isHidden` false, the hidden person is a second member. */
export async function makeCast(isHidden = true): Promise<Cast> {
  const { t, provider } = shop();
  // All people upload the same picture, and convex-test gives equal files one address. With another host, the watcher does
  // not know the photos.
  vi.stubEnv("CONVEX_CLOUD_URL", "https://files.test");
  const [asha, hira, zoya] = [await woman(t, "Asha"), await woman(t, "Hira"), await woman(t, "Zoya")];
  const [ravi, omar, raj] = [await man(t, "Ravi"), await man(t, "Omar"), await man(t, "Raj")];
  const kabir = await man(t, "Kabir");
  const own: Partial<Record<Kind, Own>> = {};
  for (const [kind, her] of [["member", asha] as const, ["hidden", hira] as const]) {
    await likes(omar, her);
    own[kind] = { ...her, match: await match(raj, her), order: (await orders(her)).orderId };
    await dislikes(her, kabir);
  }
  const bought: string[] = [];
  for (const him of [raj, kabir]) {
    await file(zoya, him);
    bought.push(await paid(provider, him));
  }
  if (isHidden) {
    await file(kabir, hira);
    await disappears(t, hira);
  }
  const [out, late] = [await woman(t, "Olga"), await woman(t, "Lata")];
  await out.action(api.auth.signOut, {});
  await expire(t, late);
  const gone = await woman(t, "Gita");
  await deleteAccount(gone);
  const [suspended, rejected] = [await suspendedOne(t, zoya, "Sami"), await rejectedOne(t)];
  await suspendedOne(t, zoya, "Samar");
  const [nina, pia, pari] = [await newcomer(t, "Nina"), await applicant(t, "Pia"), await applicant(t, "Pari")];
  const [ines, mona] = [await organiser(t), await moderator(t)];
  // Allows claims of tickets.
  const rules = { domains: [], domainsMark: false, domainsOnly: false, codes: "optional" as const, version: 0 };
  await t.run(async (ctx) => await ctx.db.insert("ticketRules", rules));
  const forged = `${asha.userId}|${zoya.subject.split("|")[1] ?? ""}`;
  const people = { expired: late, left: out, newcomer: nina, pending: pia, member: asha, hidden: hira };
  const others = { rejected, suspended, deleted: gone, moderator: mona, organiser: ines };
  const callers = { visitor: null } as Record<Kind, Caller>;
  for (const [kind, caller] of Object.entries({ forged: { subject: forged }, ...people, ...others }))
    callers[kind as Kind] = await callerOf(caller);
  const mine = { newcomer: nina, pending: pia, rejected, suspended };
  const reports = await rowsIn(t, "reports");
  const member = own.member!;
  const versions = [await waitingVersion(t, pia), await waitingVersion(t, pari)];
  const work = (at: 0 | 1): Work => ({
    report: reports.filter(({ status }) => status === "open")[at]!._id,
    suspension: reports.filter(({ status }) => status === "suspended")[at]!._id,
    version: versions[at]!,
    paid: bought[at]!,
  });
  return {
    t,
    callers,
    own: (kind) => ({ ...member, ...mine[kind as keyof typeof mine], ...own[kind] }),
    ravi,
    omar,
    swiped: kabir,
    work: (kind) => work(kind === "organiser" ? 1 : 0),
    ines,
    mona,
    photoKey: (await rowsIn(t, "photos"))[0]!.key,
  };
}

async function rejectedOne(t: Product): Promise<Person> {
  const rita = await applicant(t, "Rita");
  await reject(t, rita);
  return rita;
}

/** Creates a member who was suspended for a report and has signed in again. */
async function suspendedOne(t: Product, reporter: Person, name: string): Promise<Person> {
  const sami = await man(t, name);
  await suspend(t, reporter, sami);
  return await signedIn(t, sami.email);
}

async function expire(t: Product, { userId }: Person): Promise<void> {
  await t.run(async (ctx) => {
    const sessions = ctx.db.query("authSessions").withIndex("userId", (q) => q.eq("userId", userId));
    for (const { _id } of await sessions.collect()) await ctx.db.patch("authSessions", _id, { expirationTime: 1 });
  });
}

async function callerOf({ subject }: Pick<Person, "subject">): Promise<NonNullable<Caller>> {
  return { subject, token: await tokenOf({ subject }) };
}
