/** Erasure on disk, a full disk, and a damaged data folder. Uses a separate product with a known folder. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addressOf } from "../mail";
import { forgetStaff } from "../people";
import { environmentOf, freePorts, freshFolder, startProduct, workerPort, type Product } from "../product";
import { Client } from "./client";
import { join, unique, type Person } from "./people";

const root = path.join(import.meta.dirname, "../..");

let folder: string;
let fullFlag: string;
let ports: number[];
let product: Product;
let client: Client;
let asha: Person;
let ravi: Person;

beforeAll(async () => {
  folder = await freshFolder();
  fullFlag = `${folder}.full`;
  ports = await freePorts(workerPort(2), 6);
  await start();
  [asha, ravi] = [await join(client, "Asha", "female", 3), await join(client, "Ravi", "male", 4)];
}, 240_000);

afterAll(async () => {
  await product.stop();
  await rm(folder, { recursive: true, force: true });
});

async function start() {
  const shim = path.join(root, "packages/local-convex/testing/diskWithoutSpace.mjs");
  const settings = { NODE_OPTIONS: `--import ${shim}`, DISK_IS_FULL: fullFlag };
  product = await startProduct({ dir: data(), ports, settings });
  client = await Client.of(product.ready);
  forgetStaff();
}

const data = (...names: string[]) => path.join(folder, ...names);
const swipe = (from: Person, to: Person) =>
  client.send("POST /users/swipe", { token: from.token, body: { profileId: to.id, liked: true } });
const sendCode = (email: string) => client.send("POST /auth/send-otp", { body: { email }, as: email });

test("a second after a person deletes their account, no file and no log line names them", async () => {
  client.match(asha.email, ravi.email);
  await swipe(ravi, asha);
  await swipe(asha, ravi);
  const shown = await client.send("GET /users/matches", { token: ravi.token });
  const [match] = shown.list as { matchId: string; user: { profilePicture: string } }[];
  const messages = { words: unique("I am behind the second stage"), reply: unique("Then I come to you") };
  for (const [{ token }, text] of [[asha, messages.words] as const, [ravi, messages.reply] as const]) {
    await client.send("POST /users/send-message", { token, body: { matchId: match!.matchId, key: "first", text } });
  }
  const picture = Buffer.from(await (await fetch(match!.user.profilePicture)).arrayBuffer());
  const traces = {
    ...{ name: asha.name, address: asha.email, handle: asha.handle, phone: asha.phone, ...messages },
    picture: picture.subarray(picture.length >> 1, (picture.length >> 1) + 64),
  };
  await expect.poll(() => Object.keys(filesWith(traces)), { message: "every trace is there at first" }).toHaveLength(7);

  const body = { verificationText: "delete my acc" };
  expect((await client.send("DELETE /users/delete-account", { token: asha.token, body })).status).toBe(200);
  await expect.poll(() => filesWith(traces), { timeout: 1_000 }).toEqual({});
});

test("on a full disk reads continue, writes get 503, the log says so once, and all works again when there is space", async () => {
  writeFileSync(fullFlag, "");
  await expect.poll(async () => (await sendCode(addressOf("full"))).status).toBe(503);
  const refused = await sendCode(addressOf("full"));
  expect(refused.body).toMatchObject({
    code: "BUSY",
    error: expect.stringContaining("The disk of this deployment is full"),
  });
  expect((await client.send("GET /users/matches", { token: ravi.token })).status).toBe(200);
  await expect.poll(() => product.log().match(/The disk of \S+ is full/g)).toHaveLength(1);

  rmSync(fullFlag);
  await expect.poll(async () => (await sendCode(addressOf("space"))).status).toBe(200);
  await expect.poll(() => product.log()).toContain("has space again");
  expect(product.log().match(/The disk of \S+ is full/g)).toHaveLength(1);
});

test("a start refuses damaged data; a restored backup signs everybody out, deletes members deleted since, and keeps the replaced data", async () => {
  const leaving = await join(client, "Leela", "female", 8);
  const backupRun = run("backup");
  expect(backupRun).toMatchObject({ code: 0, out: expect.stringMatching(/holds everything/) });
  expect(run("restore", backup()), "not while it runs").toMatchObject({
    code: 1,
    out: expect.stringContaining("in use"),
  });
  // The product has closed the connections in the client's pool.
  const askForMe = () => client.send("GET /users/me", { token: leaving.token, as: leaving.email });
  await expect.poll(() => askForMe().then(({ status }) => status, String)).toBe(200);
  const body = { verificationText: "delete my acc" };
  expect((await client.send("DELETE /users/delete-account", { token: leaving.token, body })).status).toBe(200);
  await product.stop();
  for (const [name, damage] of damages()) refusesDamaged(name, damage);
  rmSync(data("deployment/files"), { recursive: true });
  truncateSync(data("deployment/data.sqlite"), 0);

  expect(run("restore", backup())).toMatchObject({ code: 0, out: expect.stringMatching(/Deleted again +1 members\n/) });
  expect(readdirSync(data()).filter((name) => name.startsWith("replaced-"))).toHaveLength(1);
  await start();
  expect((await client.send("GET /users/me", { token: ravi.token })).status, "a session from before the restore").toBe(
    401,
  );
  const signIn = ({ email, password }: Person) =>
    client.send("POST /auth/login", { body: { email, password }, as: email });
  expect((await signIn(leaving)).body, "deleted since").toMatchObject({ error: "Failed to login" });
  ravi.token = ((await signIn(ravi)).body as { token: string }).token;
  client.addToken(ravi.token, ravi.email);
  const me = await client.send("GET /users/me", { token: ravi.token, as: ravi.email });
  expect(me.body).toMatchObject({ name: ravi.name });
  expect((await fetch((me.body as { profilePicture: string }).profilePicture)).status).toBe(200);
}, 240_000);

test("after a kill in a burst of swipes, every confirmed swipe is stored and counts once", async () => {
  const [women, men]: [Person[], Person[]] = [[], []];
  for (const n of [5, 6, 7]) {
    women.push(await join(client, "Zoya", "female", n));
    men.push(await join(client, "Omar", "male", n));
  }
  const pairs = men.flatMap((him) => women.map((her): [Person, Person] => [him, her]));
  const answered: string[] = [];
  await Promise.all(
    pairs.map(async ([him, her]) => {
      const reply = await swipe(him, her).catch(() => null);
      if (reply?.status !== 200) return;
      if (answered.push(`${him.id} ${her.id}`) === 3) await product.kill();
    }),
  );
  await start();

  expect(answered.length, "some were answered before the kill").toBeGreaterThan(0);
  const likersOf = async (her: Person) =>
    (await client.send("GET /users/pending-likes", { token: her.token })).list.map(({ _id }) => _id);
  const likers = new Map(await Promise.all(women.map(async (her) => [her.id, await likersOf(her)] as const)));
  for (const pair of answered) expect(likers.get(pair.split(" ")[1]!)).toContain(pair.split(" ")[0]);
  for (const [him, her] of pairs) expect((await swipe(him, her)).status, "sent again, each is one swipe").toBe(200);
  for (const him of men) {
    const { body } = await client.send("GET /users/me", { token: him.token, as: him.email });
    expect(body, "three swipes used, none counted twice").toMatchObject({ swipesRemaining: 2 });
  }
}, 240_000);

/** Damages a file, and checks that a start names it, says in one sentence how to restore it, and leaves it unchanged. */
function refusesDamaged(name: string, damage: Damage) {
  const intact = readFileSync(data(name));
  damage(data(name), Buffer.from(intact));
  const damaged = readFileSync(data(name));
  const { code, out } = run("start");
  expect({ code, name, out }).toEqual({ code: 1, name, out: expect.stringContaining(data(name)) });
  expect(out.trim().split("\n"), "one sentence").toHaveLength(1);
  expect(out).toContain(`npm run restore ${backup()}`);
  expect(readFileSync(data(name)).equals(damaged), `${name} is left as it is`).toBe(true);
  writeFileSync(data(name), intact);
}

type Damage = (file: string, intact: Buffer) => void;

function damages(): [string, Damage][] {
  // The deployment's `integrity.test.ts` covers other damage to the database.
  return [
    ["deployment/data.sqlite", (name, intact) => writeFileSync(name, intact.fill(0, 8_192, intact.length >> 1))],
    ["deployment/data.sqlite", (name) => truncateSync(name, 0)],
    ["keys.json", (name, intact) => truncateSync(name, Math.floor(intact.length / 2))],
  ];
}

const backup = () => data("backups", readdirSync(data("backups")).sort().at(-1)!);

/** Runs a command of the product to its end. */
function run(...args: string[]): { code: number | null; out: string } {
  const env = environmentOf({ dir: data(), ports });
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/run.mjs", ...args], { cwd: root, env });
  return { code: status, out: `${String(stdout)}${String(stderr)}` };
}

/**
 * Returns the files that hold each trace. Skips the stand-ins' mails and orders: in production other companies store
 * them.
 */
function filesWith(traces: Record<string, string | Buffer>): Record<string, string[]> {
  const files = readdirSync(data(), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !/^(mail|pay)\//.test(path.relative(data(), file)));
  const contents = [...files.map((file): [string, Buffer] => [path.relative(data(), file), contentOf(file)])];
  contents.push(["log", Buffer.from(product.log())]);
  const hits = Object.entries(traces).map(([what, trace]): [string, string[]] => [
    what,
    contents.filter(([, bytes]) => bytes.includes(trace)).map(([name]) => name),
  ]);
  return Object.fromEntries(hits.filter(([, at]) => at.length > 0));
}

/** Returns a file's content. Files may disappear while they are listed. */
function contentOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
}
