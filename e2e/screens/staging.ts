/** What has to have happened before a picture can be taken. */
import { expect } from "@playwright/test";
import { call, type Member } from "../people";
import { photo } from "../pictures";
import type { Ready } from "../product";

export const longName = "Wilhelmina-Konstantina Ramanathapuram Venkatasubramanian";

type Feature = "unlimited_swipes" | "vip_boost";

/** An order that somebody has not paid yet. */
export async function orderOf(ready: Ready, buyer: Member, feature: Feature): Promise<string> {
  const made = await call(ready, "action", "payments:createOrder", { feature }, buyer.token);
  return (made as { value: { orderId: string } }).value.orderId;
}

/** The provider has the money. */
export async function pay(ready: Ready, orderId: string) {
  const body = JSON.stringify({ outcome: "SUCCESS" });
  const answer = await fetch(`${ready.payUrl}/sandbox/orders/${orderId}`, { method: "POST", body });
  expect(answer.status).toBe(200);
}

/** Somebody owns what is for sale. Answers the order's number. */
export async function buy(ready: Ready, buyer: Member, feature: Feature): Promise<string> {
  const orderId = await orderOf(ready, buyer, feature);
  await pay(ready, orderId);
  expect(await call(ready, "action", "payments:verify", { orderId }, buyer.token)).toMatchObject({ status: "success" });
  return orderId;
}

/** Somebody has decided on everybody there is. */
export async function swipeAll(ready: Ready, me: Member) {
  await buy(ready, me, "unlimited_swipes");
  for (;;) {
    const deck = await call(ready, "query", "swipes:deck", {}, me.token);
    const { profiles } = (deck as { value: { profiles: { _id: string }[] } }).value;
    if (profiles.length === 0) return;
    for (const { _id } of profiles) {
      await call(ready, "mutation", "swipes:swipe", { profileId: _id, liked: false }, me.token);
    }
  }
}

/** A report of somebody, or of a message of theirs. */
export async function report(
  ready: Ready,
  by: Member,
  about: Pick<Member, "id">,
  reason: string,
  message?: { matchId: string; position: number },
) {
  const given = { reportedUserId: about.id, reason, ...(message && { message }) };
  expect(await call(ready, "mutation", "reports:file", given, by.token)).toMatchObject({ status: "success" });
}

/** The id of somebody's match with another. */
export async function matchOf(ready: Ready, { token }: Member, other: Member): Promise<string> {
  const list = (await call(ready, "query", "matches:list", {}, token)) as {
    value: { matchId: string; user: Member }[];
  };
  return list.value.find(({ user }) => user.name === other.name)?.matchId ?? "";
}

/** Somebody writes to their match. */
export async function say(ready: Ready, { token }: Member, matchId: string, text: string) {
  const message = { matchId, key: crypto.randomUUID(), text };
  expect(await call(ready, "mutation", "chat:send", message, token)).toMatchObject({ status: "success" });
}

/** Somebody hands in three photos. */
export async function threePhotos(ready: Ready, me: Member) {
  const photoIds: string[] = [];
  for (const n of [9, 11, 14]) photoIds.push(await upload(ready, me, n));
  await hand(ready, me, { ...profileOf(me.name), photoIds });
}

/** Somebody changes nearly everything that a moderator looks at. */
export async function change(ready: Ready, me: Member, name: string) {
  await hand(ready, me, { ...profileOf(name), photoId: await upload(ready, me, 9) });
}

async function upload(ready: Ready, { token }: Member, n: number): Promise<string> {
  const image = { $bytes: (await photo(n)).toString("base64") };
  const sent = await call(ready, "action", "profiles:uploadPhoto", { image, contentType: "image/jpeg" }, token);
  return (sent as { value: { photoId: string } }).value.photoId;
}

async function hand(ready: Ready, { token }: Member, profile: object) {
  expect(await call(ready, "mutation", "profiles:update", { profile }, token)).toMatchObject({ status: "success" });
}

function profileOf(name: string) {
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
