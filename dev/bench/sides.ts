/** The two servers under test: making them, filling them with members, starting and ending them. */
import { execFile, fork, type ChildProcess } from "node:child_process";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { exportJWK, exportPKCS8, generateKeyPair, SignJWT } from "jose";
import type { Member, Side } from "./workloads";

const adminKey = "bench-admin-key";
const run = promisify(execFile);

export interface Running {
  side: Side;
  pid: number;
  /** Calls an internal function. */
  call(kind: "query" | "mutation" | "action", name: string, args: object): Promise<unknown>;
  /** A token for a person and session made by such a function. */
  sign(person: Made): Promise<string>;
  /** Ends the process without warning, with SIGKILL. */
  kill(): Promise<void>;
  /** Starts it again after a kill, on the same files. */
  restart(): Promise<void>;
  /** Collects garbage. */
  collect(): Promise<void>;
  stop(): Promise<void>;
}

export type Floor = Pick<Running, "side" | "pid" | "stop">;

/** The folder of the built bench, and the checkout that it was built from. */
export interface Places {
  built: string;
  root: string;
}

export interface Made {
  userId: string;
  sessionId: string;
}

/** More options of our side: options for Node, settings, and a file of functions that is also pushed, as `checks`. */
export interface More {
  execArgv?: string[];
  settings?: Record<string, string>;
  checks?: string;
  /** Further such files, `some/name.convex.ts` as `name`. */
  also?: string[];
}

/** Starts the wire floor with `count` members on `port`. */
export async function startFloor({ built }: Places, dir: string, port: number, count: number): Promise<Floor> {
  await mkdir(dir, { recursive: true });
  const argv = [path.join(dir, "floor.db"), String(port), String(count)];
  const { child } = await started(path.join(built, "floorServer.js"), argv);
  const url = `http://127.0.0.1:${port}`;
  const members = Array.from({ length: count }, (_, n) => ({ id: String(n), token: unsigned(String(n)) }));
  const applicants = Array.from({ length: APPLICANTS }, (_, n) => String(count + n));
  const side = {
    name: "floor",
    url,
    siteUrl: url,
    members,
    applicants: applicants.map((id) => ({ id, token: unsigned(id) })),
    moderator: unsigned("-1"),
  };
  return { side, pid: child.pid!, stop: () => stopped(child) };
}

/** Starts the product on the local deployment with `count` members made in bulk. Port 0: any. Its files stay in `dir`. */
export async function startOurs(
  places: Places,
  dir: string,
  port: number,
  count: number,
  more: More = {},
): Promise<Running> {
  const project = path.join(dir, "project");
  const first = await ourServer(places, dir, port, more);
  const { url, siteUrl } = first.said;
  let { child } = first;
  const sign = await push(places.root, project, first.said, more);
  const members = await fill(url, count, sign);
  const applicants = await applicantsOf(url, count, sign);
  const moderator = await sign((await call(url, "mutation", "benchMembers:moderate", { now: Date.now() })) as Made);
  return {
    side: { name: "ours", url, siteUrl, members, applicants, moderator },
    get pid() {
      return child.pid!;
    },
    call: (kind, name, args) => call(url, kind, name, args),
    sign,
    kill: () => killed(child),
    restart: async () => void ({ child } = await ourServer(places, dir, port, more)),
    collect: async () => {
      await call(url, "mutation", "benchMembers:collect", {});
      const done = new Promise((resolve) => child.once("message", resolve));
      child.send("collect");
      await done;
    },
    stop: () => stopped(child),
  };
}

/** What dealing one member's deck reads, without the guard. */
export async function deckReads({ url, members }: Side, person: number) {
  const reads = await call(url, "query", "benchMembers:deckReads", { userId: members[person]!.id });
  return reads as { documents: number; ranges: number; dealt: number };
}

/** From spawning the process to the first answer of a function, in milliseconds, on what `startOurs` left in `dir`. */
export async function coldStart(places: Places, dir: string, port: number): Promise<number> {
  const start = performance.now();
  const { child, said } = await ourServer(places, dir, port, {});
  // Without a sign-in the call is refused, but only after modules, guards and database have been loaded.
  await call(said.url, "query", "profiles:me", {}).catch(() => undefined);
  const time = performance.now() - start;
  await stopped(child);
  return time;
}

type Sign = (person: Made) => Promise<string>;

/** How many people wait for a moderator. */
const APPLICANTS = 250;
/** How many members ever connect; signing a token is slow. */
const CONNECTING = 3_000;

function ourServer({ built }: Places, dir: string, port: number, { execArgv = [] }: More): Promise<StartedServer> {
  const argv = [path.join(dir, "data"), String(port), path.join(dir, "project"), adminKey];
  // `npm start` sets the second option too.
  return started(path.join(built, "ourServer.js"), argv, ["--expose-gc", "--max-semi-space-size=2", ...execArgv]);
}

async function push(root: string, project: string, { url, siteUrl }: Addresses, more: More): Promise<Sign> {
  await rm(project, { recursive: true, force: true });
  await mkdir(project, { recursive: true });
  const notTests = (file: string) => !/\.test(ing)?\.ts$/.test(file);
  await cp(path.join(root, "convex"), path.join(project, "convex"), { recursive: true, filter: notTests });
  const put = async (file: string, name: string) => {
    const text = await readFile(path.join(root, file), "utf8");
    await writeFile(
      path.join(project, "convex", name),
      text.replaceAll("../../convex/", "./").replaceAll('.convex"', '"'),
    );
  };
  await put("dev/bench/members.convex.ts", "benchMembers.ts");
  if (more.checks) await put(more.checks, "checks.ts");
  for (const file of more.also ?? []) await put(file, path.basename(file).replace(".convex.ts", ".ts"));
  await cp(path.join(root, "dev/bench/reads.ts"), path.join(project, "convex/reads.ts"));
  await writeFile(
    path.join(project, "package.json"),
    JSON.stringify({ type: "module", dependencies: { convex: "*" } }),
  );
  const { publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true });
  const jwks = JSON.stringify({ keys: [{ use: "sig", ...(await exportJWK(publicKey)) }] });
  const settings = {
    SITE_URL: "http://127.0.0.1:1",
    RESEND_API_KEY: "unused",
    // Nothing listens there, so no mail leaves the machine.
    RESEND_BASE_URL: "http://127.0.0.1:1",
    MAIL_FROM: "bench@bench.test",
    CONTACT_TO: "bench@bench.test",
    CASHFREE_BASE_URL: "http://127.0.0.1:1",
    CASHFREE_CLIENT_ID: "unused",
    CASHFREE_CLIENT_SECRET: "unused",
    JWT_PRIVATE_KEY: (await exportPKCS8(privateKey)).trimEnd().replaceAll("\n", " "),
    JWKS: jwks,
    ...more.settings,
  };
  const changes = Object.entries(settings).map(([name, value]) => ({ name, value }));
  await post(url, "/api/update_environment_variables", { changes });
  const env = { ...process.env, CI: "1", CONVEX_SELF_HOSTED_URL: url, CONVEX_SELF_HOSTED_ADMIN_KEY: adminKey };
  const cli = path.join(root, "node_modules/convex/bin/main.js");
  await run(process.execPath, [cli, "deploy", "--typecheck", "disable", "--codegen", "disable"], { cwd: project, env });
  return ({ userId, sessionId }) =>
    new SignJWT({ sub: `${userId}|${sessionId}` })
      .setProtectedHeader({ alg: "RS256" })
      .setIssuer(siteUrl)
      .setAudience("convex")
      .setIssuedAt()
      .setExpirationTime("6h")
      .sign(privateKey);
}

async function fill(url: string, count: number, sign: Sign): Promise<Member[]> {
  const members: Member[] = [];
  const [storageId] = await pictures(url, 1);
  for (let from = 0; from < count; from += BATCH) {
    const args = { from, count: Math.min(BATCH, count - from), storageId, now: Date.now() };
    for (const made of (await call(url, "mutation", "benchMembers:insert", args)) as Made[]) {
      members.push({ id: made.userId, token: members.length < CONNECTING ? await sign(made) : "" });
    }
  }
  return members;
}

/** People in the review queue: their tokens, and the ids of their versions. */
async function applicantsOf(url: string, from: number, sign: Sign): Promise<Member[]> {
  const args = { from, count: APPLICANTS, pictures: await pictures(url, APPLICANTS), now: Date.now() };
  const made = (await call(url, "mutation", "benchMembers:apply", args)) as (Made & { version: string })[];
  return await Promise.all(made.map(async (person) => ({ id: person.version, token: await sign(person) })));
}

async function pictures(url: string, count: number): Promise<unknown[]> {
  return (await call(url, "action", "benchMembers:storePictures", { count })) as unknown[];
}

/** Fewer members than one transaction may write. */
const BATCH = 1_000;

async function call(url: string, kind: string, name: string, args: unknown): Promise<unknown> {
  const answer = (await post(url, `/api/${kind}`, { path: name, format: "json", args })) as {
    status: string;
    value: unknown;
  };
  if (answer.status !== "success") throw new Error(`${name}: ${JSON.stringify(answer)}`);
  return answer.value;
}

async function post(url: string, at: string, body: unknown): Promise<unknown> {
  const headers = { "content-type": "application/json", authorization: `Convex ${adminKey}` };
  const response = await fetch(url + at, { method: "POST", headers, body: JSON.stringify(body) });
  return await response.json();
}

interface Addresses {
  url: string;
  siteUrl: string;
}

interface StartedServer {
  child: ChildProcess;
  said: Addresses;
}

function started(file: string, args: string[], execArgv: string[] = []): Promise<StartedServer> {
  const child = fork(file, args, { stdio: ["ignore", "ignore", "inherit", "ipc"], execArgv });
  return new Promise((resolve, reject) => {
    child.once("message", (said) => resolve({ child, said: said as Addresses }));
    child.once("exit", (code) => reject(new Error(`${path.basename(file)} ended with ${String(code)}`)));
  });
}

function killed(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });
}

function stopped(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (!child.connected) return resolve();
    child.once("exit", () => resolve());
    child.disconnect();
  });
}

/** A token without a signature: the floor checks none, and the stock client only reads its contents. */
function unsigned(sub: string): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const now = Math.floor(Date.now() / 1_000);
  return `${part({ alg: "none" })}.${part({ sub, iat: now, exp: now + 21_600 })}.x`;
}
