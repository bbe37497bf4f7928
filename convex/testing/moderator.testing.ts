/** Many people who wait for a moderator, and what moderators do at the desk. */
import type { FunctionReturnType } from "convex/server";
import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { WaitingFilter } from "../model/moderation/queue";
import { submitVersion } from "../model/moderation/versions";
import { man } from "./crowd.testing";
import { applicant, moderator, type Person } from "./people.testing";
import { settled, setupTest, type Product } from "./product.testing";
import { profileInput, waitingVersion } from "./profiles.testing";
import { limits } from "../shared/limits";

/** Submits new profiles, twenty in a transaction: `Applicant 0` and so on. */
export async function createWaitingProfiles(t: Product, count: number): Promise<void> {
  for (let n = 0; n < count; n += 20) await t.run(async (ctx) => await submitProfiles(ctx, n, Math.min(20, count - n)));
}

async function submitProfiles(ctx: MutationCtx, from: number, count: number): Promise<void> {
  for (let n = from; n < from + count; n += 1) {
    const name = `Applicant ${n}`;
    const userId = await ctx.db.insert("users", { kind: "user", email: name, status: "pending", rejections: 0 });
    const storageId = await ctx.storage.store(new Blob(["picture"], { type: "image/webp" }));
    const photoId = await ctx.db.insert("photos", { userId, storageId, key: name, used: true });
    const { bio, instagramHandle, phoneNumber } = profileInput(name);
    const reviewed = { name, age: 21, gender: "female" as const, bio, instagramHandle, photoIds: [photoId] };
    const free = {
      phoneNumber,
      drinking: "Never" as const,
      smoking: "Never" as const,
      hobbies: [],
      interestedIn: "everyone" as const,
    };
    await ctx.db.insert("profiles", { ...reviewed, ...free, userId });
    await submitVersion(ctx, userId, reviewed);
  }
}

/** Decides on a person with undo. Returns the version. */
export async function decideLater(t: Product, mod: Person, about: Person, approved: boolean, reason?: string) {
  const id = await waitingVersion(t, about);
  await mod.mutation(api.moderator.decideWithUndo, { id, approved, ...(reason && { reason }) });
  return id;
}

/** Undoes the caller's last decision, on this version. */
export async function undo(person: Person, id: string): Promise<Id<"submissions">> {
  return await person.mutation(api.moderator.undoDecision, { id });
}

/** Returns the people who wait, as a filter of the queue lists them. */
export async function namesWaiting(mod: Person, filter: WaitingFilter = "all"): Promise<string[]> {
  const names: string[] = [];
  for (let cursor: string | null = null, isDone = false; !isDone;) {
    const paginationOpts = { cursor, numItems: limits.queueSize };
    const next: FunctionReturnType<typeof api.moderator.waiting> = await mod.query(api.moderator.waiting, {
      filter,
      paginationOpts,
    });
    names.push(...next.page.map(({ name }) => name));
    [cursor, isDone] = [next.continueCursor, next.isDone];
  }
  return names;
}

/** A product with the moderator Mona, the member Ravi, and Asha, who waits for a decision. */
export async function withApplicant() {
  const t = setupTest();
  const mona = await moderator(t);
  const ravi = await man(t, "Ravi");
  const asha = await applicant(t, "Asha", { gender: "female", interestedIn: "male" });
  await settled(t);
  return { t, mona, ravi, asha };
}
