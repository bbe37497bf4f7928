/**
 * Triplit on SQLite, in a separate process that ends with its parent. Its transactions run in the server behind our route, as its guide
 * recommends for rules. Every commit is synced. argv: folder of packages, port. Sends "ready", or an error's message.
 */
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { openDatabase } from "local-convex/driver";
import { SECRET } from "./triplitPeer";

const [packages, port] = process.argv.slice(2);
const { resolve } = createRequire(path.join(packages, "node_modules/@triplit/server/package.json"));
const load = (name) => import(pathToFileURL(resolve(name)).href);

const isOwn = (field) => [field, "=", "$token.sub"];
const person = { type: "string" };
const collections = {
  users: { gender: person, gold: { type: "boolean" }, used: { type: "number" } },
  swipes: { from: person, to: person, liked: { type: "boolean" }, isWaiting: { type: "boolean" } },
  matches: { a: person, b: person, at: { type: "number" } },
};
/** Members read their own matches and unanswered likes. Clients cannot write. */
const readable = {
  users: [["id", "=", "nobody"]],
  swipes: [isOwn("to"), ["isWaiting", "=", true]],
  matches: [{ mod: "or", filters: [isOwn("a"), isOwn("b")] }],
};

start().then(
  () => process.send("ready"),
  (error) => process.send(error.message),
);

async function start() {
  const { createTriplitHonoServer } = await load("@triplit/server/hono");
  const { createNodeWebSocket } = await load("@hono/node-ws");
  const { serve } = await load("@hono/node-server");
  const { Hono } = await load("hono");
  const { SQLiteKVStore } = await load("@triplit/db/storage/sqlite");
  const { parseAndValidateToken } = await load("@triplit/server-core/token");

  const app = new Hono();
  app.post("/act", async (call) => {
    const token = call.req.header("authorization")?.slice("Bearer ".length);
    const { data } = await parseAndValidateToken(token, SECRET);
    if (data === undefined) return call.json({}, 401);
    const { db } = globalThis;
    const body = await call.req.json();
    const act = (tx) => (body.fill ? fill(tx, body.fill) : swipe(tx, data.sub, body));
    const result = await db.transact(act, { skipRules: true });
    await db.updateQueryViews();
    db.broadcastToQuerySubscribers();
    return call.json(result ?? {});
  });
  const { injectWebSocket, upgradeWebSocket } = createNodeWebSocket({ app });
  const storage = new SQLiteKVStore(likeBetterSqlite(path.join(packages, "triplit.sqlite")), {
    pragma: "PRAGMA synchronous = FULL;",
  });
  const options = { jwtSecret: SECRET, storage, dbOptions: { schema: schema() }, logHandler: { log: () => undefined } };
  await createTriplitHonoServer(options, upgradeWebSocket, console.error, app);
  injectWebSocket(serve({ fetch: app.fetch, port: Number(port), hostname: "127.0.0.1" }));
  process.on("disconnect", () => process.exit(0));
}

function schema() {
  const record = (properties) => ({
    type: "record",
    properties: { id: { type: "string" }, ...properties },
  });
  const all = Object.entries(collections).map(([name, properties]) => {
    const permissions = { authenticated: { read: { filter: readable[name] } } };
    return [name, { schema: record(properties), permissions }];
  });
  return { collections: Object.fromEntries(all), roles: { authenticated: { match: { sub: "$sub" } } } };
}

async function fill(tx, ids) {
  for (const [n, id] of ids.entries()) {
    await tx.insert("users", { id, gender: n % 2 === 0 ? "male" : "female", gold: n % 4 < 2, used: 0 });
  }
}

async function swipe(tx, me, { other, liked }) {
  const [user, otherUser] = [await tx.fetchById("users", me), await tx.fetchById("users", other)];
  if (!user || !otherUser || user.gender === otherUser.gender) throw new Error("Not dealt");
  const id = `${me} ${other}`;
  if (await tx.fetchById("swipes", id)) throw new Error("Decided before");
  if (!user.gold) await tx.update("users", me, { used: user.used + 1 });
  const theirSwipe = await tx.fetchById("swipes", `${other} ${me}`);
  await tx.insert("swipes", { id, from: me, to: other, liked, isWaiting: liked && !theirSwipe });
  if (theirSwipe?.isWaiting) await tx.update("swipes", `${other} ${me}`, { isWaiting: false });
  const match = liked && theirSwipe?.liked === true;
  if (match) await tx.insert("matches", { id: [me, other].sort().join(" "), a: me, b: other, at: Date.now() });
  return { match };
}

/** The part of better-sqlite3 that Triplit uses, based on our SQLite library. */
function likeBetterSqlite(file) {
  const db = openDatabase(file, ["journal_mode = WAL"]);
  const prepare = (source) => {
    const statement = db.prepare(source);
    const columns = /^SELECT (.+) FROM/.exec(source)?.[1]?.split(", ") ?? [];
    const toObject = (row) => Object.fromEntries(columns.map((column, n) => [column, row[n]]));
    const first = (row) => row[0];
    const readStatement = (convert) => ({
      source,
      busy: false,
      run: (...values) => statement.run(...values),
      get: (...values) => {
        const row = statement.get(...values);
        return row && convert(row);
      },
      iterate: (...values) =>
        statement
          .all(...values)
          .map(convert)
          .values(),
      pluck: () => readStatement(first),
    });
    return readStatement(toObject);
  };
  const transaction =
    (work) =>
    (...args) => {
      db.exec("BEGIN");
      work(...args);
      db.exec("COMMIT");
    };
  return { name: file, unsafeMode: () => undefined, exec: (sql) => db.exec(sql), prepare, transaction };
}
