/**
 * Triplit on SQLite, in a separate process that ends with its parent. Its transactions run in the server behind our route, as its guide
 * recommends for rules. Every commit is synced. argv: folder of packages, port. Sends "ready", or an error's message.
 */
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { openDatabase, type SqlRow, type SqlValue } from "local-convex/driver";
import { SECRET, type HonoApp, type TriplitDatabase, type TriplitTransaction } from "./triplit";

const [packages, port] = process.argv.slice(2) as [string, string];
const { resolve } = createRequire(path.join(packages, "node_modules/@triplit/server/package.json"));
const load = async (name: string) => (await import(pathToFileURL(resolve(name)).href)) as Record<string, never>;

const isOwn = (field: string) => [field, "=", "$token.sub"];
const person = { type: "string" };
const collections = {
  users: { gender: person, gold: { type: "boolean" }, used: { type: "number" } },
  swipes: { from: person, to: person, liked: { type: "boolean" }, isWaiting: { type: "boolean" } },
  matches: { a: person, b: person, at: { type: "number" } },
};
/** Members read their own matches and unanswered likes. Clients cannot write. */
const readable: Record<string, unknown[]> = {
  users: [["id", "=", "nobody"]],
  swipes: [isOwn("to"), ["isWaiting", "=", true]],
  matches: [{ mod: "or", filters: [isOwn("a"), isOwn("b")] }],
};

start().then(
  () => process.send?.("ready"),
  (error: unknown) => process.send?.((error as Error).message),
);

async function start(): Promise<void> {
  const { createTriplitHonoServer } = await load("@triplit/server/hono");
  const { createNodeWebSocket } = await load("@hono/node-ws");
  const { serve } = await load("@hono/node-server");
  const { Hono } = await load("hono");
  const { SQLiteKVStore } = await load("@triplit/db/storage/sqlite");
  const { parseAndValidateToken } = await load("@triplit/server-core/token");
  const make = <T>(target: unknown, ...args: unknown[]) => new (target as new (...all: unknown[]) => T)(...args);
  const run = (target: unknown, ...args: unknown[]) => (target as (...all: unknown[]) => never)(...args);

  const app = make<HonoApp>(Hono);
  app.post("/act", async (call) => {
    const token = call.req.header("authorization")?.slice("Bearer ".length);
    const { data } = await (run(parseAndValidateToken, token, SECRET) as Promise<{ data?: { sub: string } }>);
    if (data === undefined) return call.json({}, 401);
    const db = (globalThis as unknown as { db: TriplitDatabase }).db;
    const body = await call.req.json();
    const act = (tx: TriplitTransaction): Promise<unknown> =>
      body.fill ? fill(tx, body.fill) : swipe(tx, data.sub, body);
    const result = await db.transact(act, { skipRules: true });
    await db.updateQueryViews();
    db.broadcastToQuerySubscribers();
    return call.json(result ?? {});
  });
  const { injectWebSocket, upgradeWebSocket } = run(createNodeWebSocket, { app }) as Record<string, never>;
  const storage = make(SQLiteKVStore, likeBetterSqlite(path.join(packages, "triplit.sqlite")), {
    pragma: "PRAGMA synchronous = FULL;",
  });
  const options = { jwtSecret: SECRET, storage, dbOptions: { schema: schema() }, logHandler: { log: () => undefined } };
  await (run(createTriplitHonoServer, options, upgradeWebSocket, console.error, app) as Promise<unknown>);
  run(injectWebSocket, run(serve, { fetch: app.fetch, port: Number(port), hostname: "127.0.0.1" }));
  process.on("disconnect", () => process.exit(0));
}

function schema() {
  const record = (properties: object) => ({
    type: "record",
    properties: { id: { type: "string" }, ...properties },
  });
  const all = Object.entries(collections).map(([name, properties]) => {
    const permissions = { authenticated: { read: { filter: readable[name] } } };
    return [name, { schema: record(properties), permissions }];
  });
  return { collections: Object.fromEntries(all) as object, roles: { authenticated: { match: { sub: "$sub" } } } };
}

async function fill(tx: TriplitTransaction, ids: string[]): Promise<void> {
  for (const [n, id] of ids.entries()) {
    await tx.insert("users", { id, gender: n % 2 === 0 ? "male" : "female", gold: n % 4 < 2, used: 0 });
  }
}

async function swipe(tx: TriplitTransaction, me: string, { other, liked }: { other: string; liked: boolean }) {
  const [user, otherUser] = [await tx.fetchById("users", me), await tx.fetchById("users", other)];
  if (!user || !otherUser || user.gender === otherUser.gender) throw new Error("Not dealt");
  const id = `${me} ${other}`;
  if (await tx.fetchById("swipes", id)) throw new Error("Decided before");
  if (!user.gold) await tx.update("users", me, { used: (user.used as number) + 1 });
  const theirSwipe = await tx.fetchById("swipes", `${other} ${me}`);
  await tx.insert("swipes", { id, from: me, to: other, liked, isWaiting: liked && !theirSwipe });
  if (theirSwipe?.isWaiting === true) await tx.update("swipes", `${other} ${me}`, { isWaiting: false });
  const match = liked && theirSwipe?.liked === true;
  if (match) await tx.insert("matches", { id: [me, other].sort().join(" "), a: me, b: other, at: Date.now() });
  return { match };
}

/** The part of better-sqlite3 that Triplit uses, based on our SQLite library. */
function likeBetterSqlite(file: string) {
  const db = openDatabase(file, ["journal_mode = WAL"]);
  const prepare = (source: string) => {
    const statement = db.prepare(source);
    const columns = /^SELECT (.+) FROM/.exec(source)?.[1]?.split(", ") ?? [];
    const toObject = (row: SqlRow) => Object.fromEntries(columns.map((column, n) => [column, row[n]]));
    const first = (row: SqlRow) => row[0];
    const readStatement = (convert: (row: SqlRow) => unknown) => ({
      source,
      busy: false,
      run: (...values: SqlValue[]) => statement.run(...values),
      get: (...values: SqlValue[]) => {
        const row = statement.get(...values);
        return row && convert(row);
      },
      iterate: (...values: SqlValue[]) =>
        statement
          .all(...values)
          .map(convert)
          .values(),
      pluck: () => readStatement(first),
    });
    return readStatement(toObject);
  };
  const transaction =
    <A extends unknown[]>(work: (...args: A) => void) =>
    (...args: A) => {
      db.exec("BEGIN");
      work(...args);
      db.exec("COMMIT");
    };
  return { name: file, unsafeMode: () => undefined, exec: (sql: string) => db.exec(sql), prepare, transaction };
}
