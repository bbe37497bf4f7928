/** Which photos a test client may see. Anyone with the address of a photo can load it, and the address cannot be revoked. */
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { isMember } from "../model/rows/knownStatus";
import { profileOf } from "../model/rows/profiles";
import { photoPath } from "../shared/paths";

const path = new RegExp(`(?:/api/storage/|${photoPath})[^"\\s\\\\?]+`, "g");

/** The photos of one product, by the paths of their files. */
export class WatchedPhotos {
  /** Null for a path that belongs to no photo. A path never changes its photo. */
  readonly #known = new Map<string, Id<"photos"> | null>();

  pathsIn(text: string): string[] {
    return [...new Set(text.match(path))];
  }

  /** Returns the owners of the photos whose path may not reach this viewer. */
  async unseen(ctx: QueryCtx, viewer: string, paths: string[]): Promise<string[]> {
    const id = ctx.db.normalizeId("users", viewer);
    const user = id && (await ctx.db.get("users", id));
    if (user && user.kind !== "user") return [];
    if (paths.some((one) => !this.#known.has(one))) await this.#learn(ctx, paths);
    const owners = new Set<string>();
    for (const photoId of new Set(paths.map((one) => this.#known.get(one)))) {
      const photo = photoId && (await ctx.db.get("photos", photoId));
      if (photo && !(await maySee(ctx, user, photo))) owners.add(photo.userId ?? "a deleted account");
    }
    return [...owners];
  }

  async #learn(ctx: QueryCtx, paths: string[]): Promise<void> {
    for (const one of paths) if (!this.#known.has(one)) this.#known.set(one, null);
    for (const { _id, key, files } of await ctx.db.query("photos").collect()) {
      for (const one of [`${photoPath}${key}`, ...Object.values(files ?? {}).map((file) => file.path)])
        this.#known.set(one, _id);
    }
  }
}

/**
 * True for the viewer's own photos in any state, and for photos on a public profile if the viewer is a member. Waiting and replaced photos
 * are private. So are photos of suspended people, and of a parted person once the viewer knows of the parting.
 */
async function maySee(ctx: QueryCtx, viewer: Doc<"users"> | null, { _id, userId }: Doc<"photos">): Promise<boolean> {
  if (!viewer || !userId) return false;
  if (viewer._id === userId) return true;
  const owner = await ctx.db.get("users", userId);
  const profile = await profileOf(ctx, userId);
  const isPublic = isMember(owner) && profile?.photoIds.includes(_id) === true;
  return isPublic && isMember(viewer) && !(await isParted(ctx, viewer._id, userId));
}

async function isParted(ctx: QueryCtx, from: Id<"users">, to: Id<"users">): Promise<boolean> {
  const swipe = await ctx.db
    .query("swipes")
    .withIndex("by_from_and_to", (q) => q.eq("from", from).eq("to", to))
    .unique();
  return swipe?.parted !== undefined && swipe.parted !== "blocked";
}
