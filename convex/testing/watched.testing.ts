/** A product with watched clients. After a test it reports what a client received but may not see. */
import { getFunctionName, type FunctionReference } from "convex/server";
import { ConvexError } from "convex/values";
import type { TestConvex } from "convex-test";
import { Canaries, type FoundSecret } from "./canaries.testing";
import { publicFunctions } from "./functions.testing";
import type { Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type schema from "../schema";
import { WatchedPhotos } from "./watchedPhotos.testing";

type Product = TestConvex<typeof schema>;
type Client = Pick<Product, "query" | "mutation" | "action" | "fetch">;
type Call = (ref: FunctionReference<"query" | "mutation" | "action">, args: object) => Promise<unknown>;

const secretsOf = new WeakMap<object, Canaries>();
let leaks: string[] = [];
let isReading = false;

/** True while the watcher reads the store. A trace leaves such reads out. */
export function isWatcherReading(): boolean {
  return isReading;
}

/** Returns the findings since the last call. */
export function takeLeaks(): string[] {
  const newLeaks = leaks;
  leaks = [];
  return newLeaks;
}

/** Learns the secrets of a person inserted into a product, as if they had sent them. */
export function learn(t: Product, who: string, args: unknown): void {
  secretsOf.get(t)?.learn(who, args);
}

/** Returns the same product with watched clients. */
export function watched(t: Product): Product {
  const canaries = new Canaries();
  const photos = new WatchedPhotos();
  const client = <T extends Client>(inner: T, subject: string): T => ({
    ...inner,
    query: watch(inner.query as Call, subject),
    mutation: watch(inner.mutation as Call, subject),
    action: watch(inner.action as Call, subject),
    fetch: async (path: string, init?: RequestInit) => {
      const response = await inner.fetch(path, init);
      const body = typeof init?.body === "string" ? parsed(init.body) : {};
      const text = await response.clone().text();
      await checkResponse(viewerOf(subjectOf(new Headers(init?.headers).get("x-auth-token")), text), path, body, text);
      return response;
    },
  });
  const watch = (call: Call, subject: string) => async (ref: Parameters<Call>[0], args: object) => {
    canaries.learn(subject.split("|")[0] ?? "", args);
    const name = getFunctionName(ref);
    if (!publicFunctions.has(name)) return await call(ref, args);
    const outcome = await call(ref, args).then(
      (value) => ({ value, text: JSON.stringify(value) ?? "" }),
      (error: unknown) => ({ error, text: error instanceof ConvexError ? JSON.stringify(error.data) : "" }),
    );
    await checkResponse(viewerOf(subject, outcome.text), name, args, outcome.text);
    if ("error" in outcome) throw outcome.error;
    return outcome.value;
  };

  const checkResponse = async (viewer: string, where: string, args: unknown, text: string): Promise<void> => {
    const paths = photos.pathsIn(text);
    const unseen =
      paths.length > 0 ? await readAsWatcher(t, async (ctx) => await photos.unseen(ctx, viewer, paths)) : [];
    for (const owner of unseen) leaks.push(`${where} shows ${viewer || "a stranger"} a photo of ${owner}`);
    for (const token of tokensIn(text)) {
      if (!canaries.has(token)) canaries.add("token", token, viewer);
    }
    for (const secret of canaries.in(text)) {
      if (await maySee(t, viewer, secret, args)) continue;
      leaks.push(`${where} shows ${viewer || "a stranger"} a ${secret.what} of ${[...secret.owners].join(", ")}`);
    }
  };
  const product = {
    ...client(t, ""),
    withIdentity: (user) => client(t.withIdentity(user), user.subject ?? ""),
  } as Product;
  secretsOf.set(product, canaries);
  return product;
}

/** Reads the store for the watcher, not for the product. */
async function readAsWatcher<T>(t: Product, read: (ctx: QueryCtx) => Promise<T>): Promise<T> {
  isReading = true;
  return await t.run(read).finally(() => (isReading = false));
}

/**
 * Returns true if a viewer may see a secret. A live match shows handles and messages. The staff see the handle of a waiting version and
 * of a report they have open, and the messages that a report keeps. Organisers also see the addresses of the staff, and everything
 * except messages about people whose page they opened or whose data they exported. People may get back an address they submitted, and
 * the holder of a staff link sees its recipient.
 */
async function maySee(
  t: Product,
  viewer: string,
  { what, owners, value }: FoundSecret,
  args: unknown,
): Promise<boolean> {
  if (owners.has(viewer)) return true;
  if (what === "email" && JSON.stringify(args).toLowerCase().includes(value)) return true;
  if (what !== "email" && what !== "handle" && what !== "words" && what !== "phone") return false;
  return await readAsWatcher(t, async (ctx) => {
    if (what === "email" && holdsToken(args) && (await isInvited(ctx, value))) return true;
    const id = ctx.db.normalizeId("users", viewer);
    const user = id && (await ctx.db.get("users", id));
    if (what !== "words" && user?.kind === "organiser" && (await isOpened(ctx, user._id, owners))) return true;
    if (what === "phone") return false;
    if (what === "email") return user?.email === value || (user?.kind === "organiser" && (await isOfStaff(ctx, value)));
    if (user?.kind === "moderator" || user?.kind === "organiser")
      return what === "handle" ? await isAtDesk(ctx, user._id, owners) : await isEvidence(ctx, value);
    const matches = await ctx.db.query("matches").collect();
    const pairs = new Set(matches.flatMap(({ a, b }) => [`${a} ${b}`, `${b} ${a}`]));
    return [...owners].some((owner) => pairs.has(`${viewer} ${owner}`));
  });
}

/** True if an organiser has the page of one of these people open, or exported their data. Owners are ids or addresses. */
async function isOpened(ctx: QueryCtx, viewer: Id<"users">, owners: Set<string>): Promise<boolean> {
  const views = (await ctx.db.query("personViews").collect()).filter((view) => view.viewer === viewer);
  const log = await ctx.db.query("incidents").collect();
  const exported = log.filter(({ what, by }) => what === "exported" && by === viewer).map(({ about }) => about);
  const opened = new Set<string | undefined>([...views.map(({ userId }) => userId), ...exported]);
  const users = await ctx.db.query("users").collect();
  return users.some(({ _id, email }) => opened.has(_id) && (owners.has(_id) || owners.has(email)));
}

/** True if a version of one of these people waits for a moderator, or this moderator has a report about one of them open. */
async function isAtDesk(ctx: QueryCtx, viewer: Id<"users">, owners: Set<string>): Promise<boolean> {
  const waiting = ctx.db.query("submissions").withIndex("by_status", (q) => q.eq("status", "waiting"));
  if ((await waiting.collect()).some(({ userId }) => userId && owners.has(userId))) return true;
  const open = (await ctx.db.query("claims").collect()).find(({ moderator }) => moderator === viewer)?.item;
  const report = open && ctx.db.normalizeId("reports", open);
  const reported = report && (await ctx.db.get("reports", report))?.reported;
  return reported !== undefined && reported !== null && owners.has(reported);
}

async function isEvidence(ctx: QueryCtx, text: string): Promise<boolean> {
  const stored = await ctx.db.query("reportWords").collect();
  return stored.some(({ words }) => words.some((word) => word.text === text));
}

async function isOfStaff(ctx: QueryCtx, email: string): Promise<boolean> {
  const [users, invitations] = [await ctx.db.query("users").collect(), await ctx.db.query("invitations").collect()];
  const staff = [...users.filter(({ kind }) => kind !== "user"), ...invitations];
  return staff.some((one) => one.email === email);
}

/** Returns the receiver of the text: the owner of the token in it, or else the caller. */
function viewerOf(subject: string, text: string): string {
  const owner = tokensIn(text)
    .map(subjectOf)
    .find((one) => one !== "");
  return (owner ?? subject).split("|")[0] ?? "";
}

/** Returns the session and refresh tokens in a text. */
function tokensIn(text: string): string[] {
  return [...text.matchAll(/"(?:refreshT|t)oken":"([^"]+)"/g)].map(([, token = ""]) => token);
}

function subjectOf(token: string | null): string {
  const payload = (token?.split(".")[1] ?? "").replace(/-/g, "+").replace(/_/g, "/");
  return payload === "" ? "" : String((JSON.parse(atob(payload)) as { sub?: string }).sub ?? "");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

function holdsToken(args: unknown): boolean {
  return typeof args === "object" && args !== null && "token" in args;
}

async function isInvited(ctx: QueryCtx, email: string): Promise<boolean> {
  return (await ctx.db.query("invitations").collect()).some((link) => link.email === email);
}
