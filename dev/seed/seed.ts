import { readFile } from "node:fs/promises";
import path from "node:path";
import type { ConvexHttpClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import { clientFor, signUp, tokenFor, type Doors } from "./accounts";
import { peopleOf, type Person } from "./people";

/** What is needed to make people. */
export interface SeedOptions extends Doors {
  adminKey: string;
  moderator: { email: string; password: string };
  /** All of them have this one. */
  password: string;
  /** The folder of the people's pictures. */
  portraits: string;
  count: number;
  onProgress?: (done: number, of: number) => void;
  /** Ends the work between two steps; what is there stays and is not made again. */
  signal?: AbortSignal;
}

/** So many at once keep two cores busy: while one waits for a password to be hashed, another's picture is written anew. */
const AT_ONCE = 6;

/**
 * Makes demo people by calling the product's functions, as they would themselves: code, account, picture, profile. Then the
 * moderator approves most of them. People who exist already are left unchanged, so that it can run again after an interruption.
 */
export async function seed(options: SeedOptions): Promise<void> {
  const people = peopleOf(options.count);
  const waiting = [...people];
  const failures: unknown[] = [];
  let done = 0;
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (let next = waiting.shift(); next && !options.signal?.aborted; next = waiting.shift()) {
      await join(options, next).catch((error: unknown) => failures.push(error));
      done += 1;
      options.onProgress?.(done, people.length);
    }
  });
  await Promise.all(workers);
  if (options.signal?.aborted || people.length === 0) return;
  await approve(options, people);
  if (failures.length > 0) throw failures[0];
}

async function join(options: SeedOptions, person: Person): Promise<void> {
  const account = { email: person.email, password: options.password };
  await signUp(options, account);
  const client = clientFor(options, await tokenFor(options, "password", account));
  const me = await client.query(api.profiles.me, {});
  if (!me.profileCompleted) await handIn(options, client, person);
  if (person.gold && !me.isPremium) await buy(options, me._id, "unlimited_swipes");
  if (person.vip && !me.isVIP) await buy(options, me._id, "vip_boost");
  await client.action(api.auth.signOut, {});
}

async function handIn({ portraits }: SeedOptions, client: ConvexHttpClient, person: Person): Promise<void> {
  const { profile, portrait } = person;
  const image = new Uint8Array(await readFile(path.join(portraits, portrait))).buffer;
  const { photoId } = await client.action(api.profiles.uploadPhoto, { image, contentType: "image/webp" });
  await client.mutation(api.profiles.create, { profile: { ...profile, photoId } });
}

/** An order of its own that the provider never saw: settled from inside, as after a payment. */
async function buy(options: SeedOptions, userId: string, feature: "unlimited_swipes" | "vip_boost"): Promise<void> {
  const orderId = `order_demo_${feature}_${userId}`;
  // A start that was cut short may have opened it already; then settling says whether all is well.
  await callInternal(options, "payments:open", { orderId, userId, feature }).catch(() => undefined);
  await callInternal(options, "payments:settle", { orderId });
}

async function callInternal({ convexUrl, adminKey }: SeedOptions, path: string, args: object): Promise<void> {
  const response = await fetch(`${convexUrl}/api/function`, {
    method: "POST",
    headers: { authorization: `Convex ${adminKey}`, "content-type": "application/json" },
    body: JSON.stringify({ path, args, format: "json" }),
  });
  const answer = (await response.json()) as { status: string; errorMessage?: string };
  if (answer.status !== "success") throw new Error(`${path}: ${answer.errorMessage ?? response.status}`);
}

/** Handles tell whose version it is: they are the demo people's own. The queue shows only so many, so look again. */
async function approve(options: SeedOptions, people: Person[]): Promise<void> {
  const client = clientFor(options, await tokenFor(options, "moderator", options.moderator));
  const handles = new Set(people.filter(({ waits }) => !waits).map(({ profile }) => profile.instagramHandle));
  for (;;) {
    const queue = await client.query(api.moderator.queue, {});
    const ours = queue.filter(({ kind, instagramHandle }) => kind === "new" && handles.has(instagramHandle));
    if (ours.length === 0) break;
    for (const { _id } of ours) await client.mutation(api.moderator.decide, { id: _id, approved: true });
  }
  await client.action(api.auth.signOut, {});
}
