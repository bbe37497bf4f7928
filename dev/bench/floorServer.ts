/**
 * The wire floor: a server that does only what the stock Convex client needs. It has hand-written tables and statements,
 * `synchronous=FULL`, and no validators, guards or read sets. The bench compares the product with it in the same run.
 *
 * argv: file, port, members. Sends "ready" to its parent process.
 */
import { openDatabase } from "local-convex/driver";
import { WebSocketServer, type WebSocket } from "ws";

interface Session {
  socket: WebSocket;
  person: number;
  querySet: number;
  identity: number;
  ts: string;
  /** Query ids of its live `matches:list` and `profiles:me`. Null: not subscribed. */
  matchesQuery: number | null;
  meQuery: number | null;
}

interface ClientMessage {
  type: string;
  newVersion: number;
  requestId: number;
  udfPath: string;
  value: string;
  args: [{ profileId: string; liked: boolean; id: string }];
  modifications: { type: string; queryId: number; udfPath: string }[];
}

const [file, port, members] = [process.argv[2]!, Number(process.argv[3]), Number(process.argv[4])];
const db = openDatabase(file, ["journal_mode = WAL", "synchronous = FULL", "cache_size = -16000"]);
db.exec(`
  CREATE TABLE IF NOT EXISTS members(id INTEGER PRIMARY KEY, side INTEGER, position INTEGER, card TEXT);
  CREATE UNIQUE INDEX IF NOT EXISTS by_position ON members(side, position);
  CREATE TABLE IF NOT EXISTS swipes(me INTEGER, them INTEGER, liked INTEGER, PRIMARY KEY(me, them)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS matches(me INTEGER, at INTEGER, them INTEGER, PRIMARY KEY(me, at)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS approvals(id INTEGER PRIMARY KEY);
  CREATE TABLE IF NOT EXISTS cursors(me INTEGER PRIMARY KEY, position INTEGER);
`);

const begin = db.prepare("BEGIN");
const commit = db.prepare("COMMIT");
const insertMember = db.prepare("INSERT OR IGNORE INTO members VALUES(?, ?, ?, ?)");
const positionOf = db.prepare("SELECT position FROM members WHERE id = ?");
const insertSwipe = db.prepare("INSERT OR IGNORE INTO swipes VALUES(?, ?, ?)");
const likeOf = db.prepare("SELECT liked FROM swipes WHERE me = ? AND them = ?");
const insertMatch = db.prepare("INSERT INTO matches VALUES(?, ?, ?)");
const matchesOf = db.prepare(
  "SELECT at, card FROM matches JOIN members ON id = them WHERE me = ? ORDER BY at DESC LIMIT 100",
);
const cursorOf = db.prepare("SELECT position FROM cursors WHERE me = ?");
const approvalOf = db.prepare("SELECT id FROM approvals WHERE id = ?");
const approve = db.prepare("INSERT OR IGNORE INTO approvals VALUES(?)");
const moveCursor = db.prepare("INSERT OR REPLACE INTO cursors VALUES(?, ?)");
const deckOf = db.prepare(`
  SELECT card FROM members WHERE side = ? AND position > ?
  AND NOT EXISTS (SELECT 1 FROM swipes WHERE me = ? AND them = members.id) ORDER BY position LIMIT 20`);

const noSubscriptions = { matchesQuery: null, meQuery: null };
const startTime = BigInt(Date.now()) * 1_000_000n;
let clock = startTime;
const sessions = new Map<number, Session>();

begin.run();
for (let id = 0; id < members; id++) insertMember.run(id, id % 2, id >> 1, cardOf(id));
commit.run();

new WebSocketServer({ port, host: "127.0.0.1", perMessageDeflate: false })
  .on("connection", serve)
  .on("listening", () => process.send?.("ready"));
process.on("disconnect", () => process.exit(0));

function serve(socket: WebSocket) {
  const session: Session = { socket, person: -1, querySet: 0, identity: 0, ts: encodedTs(0n), ...noSubscriptions };
  socket.on("message", (text) => receive(session, JSON.parse(String(text)) as ClientMessage));
  socket.on("close", () => sessions.delete(session.person));
}

function receive(session: Session, message: ClientMessage) {
  if (message.type === "Authenticate") {
    const payload = message.value?.split(".")[1];
    if (payload)
      session.person = Number((JSON.parse(Buffer.from(payload, "base64url").toString()) as { sub: string }).sub);
    sessions.set(session.person, session);
    transition(session, "", session.querySet, session.identity + 1);
  } else if (message.type === "ModifyQuerySet") {
    modify(session, message);
  } else if (message.type === "Mutation") {
    if (calls.length === 0) setImmediate(runCalls);
    calls.push(() => (message.udfPath.startsWith("moderator") ? approveApplicant : swipe)(session, message));
  }
}

/** Calls that arrive together share a transaction and a disk sync, as with ours. Each returns a function that sends its result. */
const calls: (() => () => void)[] = [];

function runCalls() {
  begin.run();
  const sends = calls.splice(0).map((call) => call());
  commit.run();
  for (const send of sends) send();
}

function modify(session: Session, message: ClientMessage) {
  const updates = message.modifications.map((change) => {
    if (change.type !== "Add") {
      if (change.queryId === session.matchesQuery) session.matchesQuery = null;
      if (change.queryId === session.meQuery) session.meQuery = null;
      return `{"type":"QueryRemoved","queryId":${change.queryId}}`;
    }
    const [path, person] = [change.udfPath.replace(".js", ""), session.person];
    if (path === "matches:list") session.matchesQuery = change.queryId;
    if (path === "profiles:me") session.meQuery = change.queryId;
    const value =
      path === "matches:list"
        ? listMatches(person)
        : path === "swipes:deck"
          ? listDeck(person)
          : path === "profiles:me"
            ? statusOf(person)
            : "[]";
    return queryUpdate(change.queryId, value);
  });
  transition(session, updates.join(","), message.newVersion, session.identity);
}

/** Records a decision. Returns true if it made a match. */
function decide(me: number, them: number, liked: boolean): boolean {
  insertSwipe.run(me, them, liked ? 1 : 0);
  moveCursor.run(me, positionOf.get(them)![0]!);
  const match = liked && likeOf.get(them, me)?.[0] === 1;
  if (match) {
    const at = Number(clock - startTime);
    insertMatch.run(me, at, them);
    insertMatch.run(them, at, me);
  }
  return match;
}

function swipe(session: Session, message: ClientMessage): () => void {
  const [{ profileId, liked }] = message.args;
  clock += 1n;
  const match = decide(session.person, Number(profileId), liked);
  const ts = encodedTs(clock);
  return () => {
    session.socket.send(
      `{"type":"MutationResponse","requestId":${message.requestId},"success":true,"result":{"match":${match}},"ts":"${ts}","logLines":[]}`,
    );
    const ownUpdate =
      match && session.matchesQuery !== null ? queryUpdate(session.matchesQuery, listMatches(session.person)) : "";
    transition(session, ownUpdate, session.querySet, session.identity, ts);
    const other = match ? sessions.get(Number(profileId)) : undefined;
    if (other && other.matchesQuery !== null) {
      transition(other, queryUpdate(other.matchesQuery, listMatches(other.person)), other.querySet, other.identity, ts);
    }
  };
}

function approveApplicant(session: Session, { requestId, args: [{ id }] }: ClientMessage): () => void {
  clock += 1n;
  approve.run(Number(id));
  const ts = encodedTs(clock);
  return () => {
    session.socket.send(
      `{"type":"MutationResponse","requestId":${requestId},"success":true,"result":null,"ts":"${ts}","logLines":[]}`,
    );
    transition(session, "", session.querySet, session.identity, ts);
    const attendee = sessions.get(Number(id));
    if (attendee === undefined || attendee.meQuery === null) return;
    const me = queryUpdate(attendee.meQuery, statusOf(attendee.person));
    transition(attendee, me, attendee.querySet, attendee.identity, ts);
  };
}

function statusOf(person: number) {
  const approved = person < members || approvalOf.get(person) !== undefined;
  return `{"moderationStatus":"${approved ? "approved" : "pending"}"}`;
}

function listMatches(me: number) {
  return `[${matchesOf
    .all(me)
    .map(([at, card]) => `{"createdAt":${at},"user":${card}}`)
    .join(",")}]`;
}

function listDeck(me: number) {
  const rows = deckOf.all(1 - (me % 2), cursorOf.get(me)?.[0] ?? -1, me);
  return `{"profiles":[${rows.map(([card]) => card).join(",")}],"truncated":false}`;
}

function queryUpdate(queryId: number, value: string) {
  return `{"type":"QueryUpdated","queryId":${queryId},"value":${value},"logLines":[],"journal":null}`;
}

function transition(session: Session, updates: string, querySet: number, identity: number, ts = encodedTs(clock)) {
  const start = `{"querySet":${session.querySet},"identity":${session.identity},"ts":"${session.ts}"}`;
  const end = `{"querySet":${querySet},"identity":${identity},"ts":"${ts}"}`;
  Object.assign(session, { querySet, identity, ts });
  session.socket.send(`{"type":"Transition","startVersion":${start},"endVersion":${end},"modifications":[${updates}]}`);
}

function encodedTs(ts: bigint) {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(ts);
  return bytes.toString("base64");
}

/** Returns a card as large as the product's, so that clients read the same amount from both servers. */
function cardOf(id: number) {
  return JSON.stringify({
    _id: String(id),
    name: `Member ${id}`,
    age: 18 + (id % 13),
    gender: id % 2 === 0 ? "male" : "female",
    bio: "Here for the headliners, the food trucks and one good conversation by the lake.",
    hobbies: ["Music 🎵", "Movies 🎬"],
    drinking: "Socially",
    smoking: "Never",
    photoURL: `http://127.0.0.1:${port}/api/photos/${String(id).padStart(32, "0")}`,
    isPremium: false,
    isVIP: false,
    instagramHandle: "",
  });
}
