/** The product of a test: an empty database, settings, and a mail provider. */
import rateLimiter from "@convex-dev/rate-limiter/test";
import { convexTest, type TestConvex } from "convex-test";
import { exportJWK, exportPKCS8, generateKeyPair } from "jose";
import { test as base, vi } from "vitest";
import { internal } from "../_generated/api";
import type { Doc, TableNames } from "../_generated/dataModel";
import { mailSettings, startMail } from "./mails.testing";
import { puzzles } from "../model/auth/proofs";
import { correctionDelay } from "../model/settings/closingDays";
import { hashing } from "../model/auth/secrets";
import { pace } from "../model/outbox";
import { shardPause } from "../model/quota";
import { pushKeys } from "./push.testing";
import schema from "../schema";
import { watched } from "./watched.testing";
import { namesOf } from "../shared/records";

export type Product = TestConvex<typeof schema>;

const modules = import.meta.glob(["../**/*.ts", "../_generated/*.js", "!../**/*.test.ts", "!../**/*.testing.ts"]);
const keys = await generateKeyPair("RS256", { extractable: true });
export const settings: Record<string, string> = {
  SITE_URL: "https://app.test",
  CONVEX_SITE_URL: "https://site.test",
  // As in convex-test.
  CONVEX_CLOUD_URL: "https://some-deployment.convex.cloud",
  ...mailSettings,
  ...pushKeys,
  FESTIVAL_TIME_ZONE: "Asia/Kolkata",
  MAIL_FROM: "Festival Match <hello@festival.test>",
  CONTACT_TO: "support@festival.test",
  CASHFREE_BASE_URL: "https://pay.test/pg",
  CASHFREE_CLIENT_ID: "client",
  CASHFREE_CLIENT_SECRET: "secret",
  JWT_PRIVATE_KEY: (await exportPKCS8(keys.privateKey)).trimEnd().replace(/\n/g, " "),
  JWKS: JSON.stringify({ keys: [{ use: "sig", ...(await exportJWK(keys.publicKey)) }] }),
  RATE_LIMIT_SCALE: "1000",
  AUTH_LOG_LEVEL: "ERROR",
};

/**
 * Creates an empty product with a mail provider. Its clients are watched. The festival is on, for a year. `overrides` change
 * settings.
 */
export function setupTest(overrides: Record<string, string> = {}): Product {
  const [yesterday, inAYear] = [-1, 365].map((days) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
  );
  const days = { FESTIVAL_FIRST_DAY: String(yesterday), FESTIVAL_LAST_DAY: String(inAYear) };
  for (const [name, value] of Object.entries({ ...settings, ...days, ...overrides })) vi.stubEnv(name, value);
  hashing.rounds = 10;
  Object.assign(puzzles, { rounds: 1, prefix: "0" });
  shardPause.ms = 0;
  correctionDelay.ms = 0;
  Object.assign(pace, { perSecond: 1_000, settled: 0 });
  startMail();
  const t = watched(serving(convexTest({ schema, modules, transactionLimits: true })));
  rateLimiter.register(t);
  return t;
}

/** A test with an empty product, `t`. A test that sets the clock or the settings first makes its own with `setupTest`. */
export const test = base.extend("t", () => setupTest());

/** Also serves stored files. convex-test gives them addresses but does not serve them. */
function serving(t: Product): Product {
  const fetch = async (path: string, init?: RequestInit): Promise<Response> => {
    if (!path.startsWith("/api/storage/")) return await t.fetch(path, init);
    const bytes = await t.run(async (ctx) => {
      for (const { _id } of await ctx.db.system.query("_storage").collect()) {
        const file = (await ctx.storage.getUrl(_id))?.endsWith(path) ? await ctx.storage.get(_id) : null;
        if (file !== null) return await file.arrayBuffer();
      }
      return null;
    });
    return new Response(bytes, { status: bytes === null ? 404 : 200 });
  };
  return { ...t, fetch };
}

/** Waits for all jobs that are due within `within` milliseconds, and for the jobs that they schedule. */
export async function settled(t: Product, within = 0): Promise<void> {
  for (;;) {
    const jobs = await t.run(async (ctx) => await ctx.db.system.query("_scheduled_functions").collect());
    const open = jobs.filter(({ state }) => state.kind === "pending" || state.kind === "inProgress");
    if (!open.some(({ scheduledTime }) => scheduledTime <= Date.now() + within)) return;
    await new Promise((resolve) => setTimeout(resolve, within > 0 ? 100 : 1));
  }
}

/** Runs the job that sends a minute's waiting mails, and waits for its end. */
export async function runMailJob(t: Product): Promise<void> {
  await settled(t);
  await t.mutation(internal.outbox.retryDue, {});
  await settled(t);
}

export async function rowsIn<T extends TableNames>(t: Product, table: T): Promise<Doc<T>[]> {
  return await t.run(async (ctx) => await ctx.db.query(table).collect());
}

/** Returns everything that the product stores, as text: rows, files and jobs. */
export async function everything(t: Product): Promise<string> {
  return await t.run(async (ctx) => {
    const system = [ctx.db.system.query("_storage").collect(), ctx.db.system.query("_scheduled_functions").collect()];
    const tables = namesOf(schema.tables);
    return JSON.stringify(await Promise.all([...tables.map((table) => ctx.db.query(table).collect()), ...system]));
  });
}

/** Returns every row of the product as text, without the log of incidents, which names people by id after they are gone. */
export async function everyRow(t: Product): Promise<string> {
  const tables = namesOf(schema.tables).filter((table) => table !== "incidents");
  return JSON.stringify(await Promise.all(tables.map((table) => rowsIn(t, table))));
}

/** Returns the keys of the rate limiter's rows about one person or address. */
export async function counters(t: Product): Promise<string[]> {
  const inside = t as unknown as { runInComponent: (path: string, look: typeof keysIn) => Promise<string[]> };
  return await inside.runInComponent("rateLimiter", keysIn);
}

async function keysIn(ctx: { db: { query: (table: string) => { collect: () => Promise<{ key?: string }[]> } } }) {
  return (await ctx.db.query("rateLimits").collect()).flatMap(({ key }) => key ?? []);
}
