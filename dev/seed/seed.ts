import { readFile } from "node:fs/promises";
import path from "node:path";
import type { ConvexHttpClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import { features, products, type Feature } from "../../convex/shared/prices";
import { clientFor, signUp, tokenFor, type Endpoints } from "./accounts";
import { peopleOf, type Person } from "./people";

export interface SeedOptions extends Endpoints {
  adminKey: string;
  moderator: { email: string; password: string };
  /** The password of all demo people. */
  password: string;
  /** The folder with the people's pictures. */
  portraits: string;
  count: number;
  onProgress?: (done: number, total: number) => void;
  /** Stops after the current people. They stay and are not created again. */
  signal?: AbortSignal;
}

/** Concurrent people. Enough to keep two cores busy: one password is hashed while another person's picture is encoded. */
const CONCURRENT_PEOPLE = 6;

/**
 * Creates demo people with the product's public functions: code, account, picture, profile. Then the moderator approves most of them.
 * Leaves existing people unchanged, so it can run again after an interruption.
 */
export async function seed(options: SeedOptions): Promise<void> {
  const people = peopleOf(options.count);
  const queue = [...people];
  const failures: unknown[] = [];
  let done = 0;
  const workers = Array.from({ length: CONCURRENT_PEOPLE }, async () => {
    for (let person = queue.shift(); person && !options.signal?.aborted; person = queue.shift()) {
      await createMember(options, person).catch((error: unknown) => failures.push(error));
      done += 1;
      options.onProgress?.(done, people.length);
    }
  });
  await Promise.all(workers);
  if (options.signal?.aborted || people.length === 0) return;
  await approve(options, people);
  if (failures.length > 0) throw failures[0];
}

async function createMember(options: SeedOptions, person: Person): Promise<void> {
  const account = { email: person.email, password: options.password };
  await signUp(options, account);
  const client = clientFor(options, await tokenFor(options, "password", account));
  const me = await client.query(api.profiles.me, {});
  if (!me.profileCompleted) await submitProfile(options, client, person);
  for (const feature of features) {
    const { key, has } = products[feature];
    if (person[key] && !me[has]) await buy(options, me._id, feature);
  }
  await client.action(api.auth.signOut, {});
}

/** Uploads a person's pictures from the folder `portraits` and submits the profile. */
export async function submitProfile(
  { portraits: folder }: Pick<SeedOptions, "portraits">,
  client: ConvexHttpClient,
  person: Person,
): Promise<void> {
  const photoIds: string[] = [];
  for (const portrait of person.portraits) {
    const image = new Uint8Array(await readFile(path.join(folder, portrait))).buffer;
    const { photoId } = await client.action(api.profiles.uploadPhoto, { image, contentType: "image/webp" });
    photoIds.push(photoId);
  }
  await client.mutation(api.profiles.create, { profile: { ...person.profile, photoIds } });
}

/** Opens an order that the provider does not know, and settles it with an internal function, as after a payment. */
async function buy(options: SeedOptions, userId: string, feature: Feature): Promise<void> {
  const orderId = `order_demo_${feature}_${userId}`;
  // An interrupted start may already have opened the order. If opening failed for another reason, settling fails, too.
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

/** Approves the demo people's profiles by their handles. Reads the queue until none is left, because it returns a limited number. */
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
