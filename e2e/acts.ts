/** Acts of members over HTTP. Independent of the test runner. */
import { run, upload, type Account, type Member } from "./people";
import type { Ready } from "./product";

type Feature = "unlimited_swipes" | "vip_boost";

export async function swipe(ready: Ready, from: Account, to: Pick<Member, "id">, liked = true) {
  await run(ready, "mutation", "swipes:swipe", { profileId: to.id, liked }, from.token);
}

export async function match(ready: Ready, first: Member, second: Member) {
  await swipe(ready, first, second);
  await swipe(ready, second, first);
}

/** Marks a member's matches as seen, so that the next screen opens without a popup. */
export async function seeMatches(ready: Ready, { token }: Account) {
  const news = (await run(ready, "query", "matches:news", {}, token)) as { matches: { matchId: string }[] };
  const matchIds = news.matches.map(({ matchId }) => matchId);
  for (const act of ["markSeen", "markListed"]) await run(ready, "mutation", `matches:${act}`, { matchIds }, token);
}

export async function matchOf(ready: Ready, { token }: Account, other: Pick<Member, "name">): Promise<string> {
  const list = (await run(ready, "query", "matches:list", {}, token)) as { matchId: string; user: { name: string } }[];
  return list.find(({ user }) => user.name === other.name)?.matchId ?? "";
}

export async function sendMessage(ready: Ready, { token }: Account, matchId: string, text: string) {
  await run(ready, "mutation", "chat:send", { matchId, key: crypto.randomUUID(), text }, token);
}

/** Reports a person, or one of their messages. */
export async function report(
  ready: Ready,
  reporter: Account,
  reported: Pick<Member, "id">,
  reason: string,
  message?: { matchId: string; position: number },
) {
  const args = { reportedUserId: reported.id, reason, ...(message && { message }) };
  await run(ready, "mutation", "reports:file", args, reporter.token);
}

/** Buys Gold for a member, who then swipes through the whole deck. */
export async function swipeAll(ready: Ready, me: Member) {
  await buy(ready, me, "unlimited_swipes");
  for (;;) {
    const { profiles } = (await run(ready, "query", "swipes:deck", {}, me.token)) as { profiles: { _id: string }[] };
    if (profiles.length === 0) return;
    for (const { _id } of profiles) await swipe(ready, me, { id: _id }, false);
  }
}

/** Starts a checkout, or finds the open one. Returns the order. */
export async function orderOf(
  ready: Ready,
  { token }: Account,
  feature: Feature = "unlimited_swipes",
): Promise<string> {
  return ((await run(ready, "action", "payments:createOrder", { feature }, token)) as { orderId: string }).orderId;
}

/** Settles an order at the provider, with a number of webhooks. */
export async function settle(ready: Ready, order: string, outcome: object = { outcome: "SUCCESS" }) {
  const response = await fetch(`${ready.payUrl}/sandbox/orders/${order}`, {
    method: "POST",
    body: JSON.stringify(outcome),
  });
  if (!response.ok) throw new Error(`${order} was not settled: ${await response.text()}`);
}

/** Buys a feature. Returns the order. */
export async function buy(ready: Ready, buyer: Account, feature: Feature): Promise<string> {
  const orderId = await orderOf(ready, buyer, feature);
  await settle(ready, orderId);
  await run(ready, "action", "payments:verify", { orderId }, buyer.token);
  return orderId;
}

export async function threePhotos(ready: Ready, me: Member) {
  const photoIds: string[] = [];
  for (const n of [9, 11, 14]) photoIds.push(await upload(ready, me, n));
  await submitChange(ready, me, { ...changedProfile(me.name), photoIds });
}

/** Changes nearly every field that a moderator reviews. */
export async function change(ready: Ready, me: Member, name: string) {
  await submitChange(ready, me, { ...changedProfile(name), photoId: await upload(ready, me, 9) });
}

async function submitChange(ready: Ready, { token }: Account, profile: object) {
  await run(ready, "mutation", "profiles:update", { profile }, token);
}

function changedProfile(name: string) {
  return {
    name,
    age: 22,
    bio: "Now with a better photo, and with more words about the drummers of the second night.",
    instagramHandle: "esha.encore",
    phoneNumber: "+919876543210",
    drinking: "Never",
    smoking: "Never",
    hobbies: ["Music 🎵"],
  };
}
