/** The two servers under test: starts them, fills them with members, and stops them. */
import type { ChildProcess } from "node:child_process";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { api } from "../../convex/_generated/api";
import type { Mark } from "local-convex/testing/marks";
import { forkBuilt, killChild, nextMessage, request, stopChild } from "./child";
import {
  adminKey,
  createApplicants,
  deploymentAt,
  fill,
  push,
  pushed,
  type Addresses,
  type AdminCall,
  type CreatedPerson,
  type PushOptions,
} from "./pushing";
import type { Side } from "./workloads";

export interface Running {
  side: Side;
  pid: number;
  call: AdminCall;
  /** Returns a token for a person and session that the bench's functions created. */
  sign(person: CreatedPerson): Promise<string>;
  /** Creates a moderator or organiser. Returns their token. */
  staff(kind: "moderator" | "organiser"): Promise<string>;
  /** Ends the process with SIGKILL. */
  kill(): Promise<void>;
  /** Restarts it after a kill, on the same files. Throws RefusedStart if they are damaged. */
  restart(): Promise<void>;
  collect(): Promise<void>;
  /** Returns the marks since the last call, from a server with marks. */
  marks(): Promise<Mark[]>;
  stop(): Promise<void>;
}

/** What a server sends to its parent at its start. `refused`: what is wrong with its database. */
export type Started = Addresses | { refused: string };

/** A server that ended at its start, because its database is damaged. */
export class RefusedStart extends Error {
  override name = "RefusedStart";
}

export type Floor = Pick<Running, "side" | "pid" | "stop">;

export interface StartOptions extends PushOptions {
  execArgv?: string[];
  /** The program that starts the deployment. Default: `ourServer.js`. */
  server?: string;
}

export async function startFloor(dir: string, port: number, count: number): Promise<Floor> {
  await mkdir(dir, { recursive: true });
  const argv = [path.join(dir, "floor.db"), String(port), String(count)];
  const child = forkBuilt("floorServer.js", argv);
  await nextMessage(child);
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
  return { side, pid: child.pid!, stop: () => stopChild(child) };
}

/** Starts the product on the local deployment with `count` members, created in bulk. Port 0: any. Its files stay in `dir`. */
export async function startOurs(
  root: string,
  dir: string,
  port: number,
  count: number,
  options: StartOptions = {},
): Promise<Running> {
  const first = await ourServer(dir, port, options);
  const { url, siteUrl } = first;
  let { child } = first;
  const { deployment, call } = deploymentAt(url, path.join(dir, "project"));
  const sign = await push(root, deployment, siteUrl, options);
  const members = await fill(call, count, CONNECTING, options.hasQuotas ? 2 : 4, sign);
  const applicants = await createApplicants(call, count, APPLICANTS, sign);
  const staff = async (kind: "moderator" | "organiser") => await sign(await call(pushed.benchMembers.staff, { kind }));
  const moderator = await staff("moderator");
  return {
    side: { name: "ours", url, siteUrl, members, applicants, moderator },
    get pid() {
      return child.pid!;
    },
    call,
    sign,
    staff,
    kill: () => killChild(child),
    restart: async () => void ({ child } = await ourServer(dir, port, options)),
    collect: async () => {
      await call(pushed.benchMembers.collect, {});
      await request(child, "collect");
    },
    marks: () => request(child, "marks"),
    stop: () => stopChild(child),
  };
}

/**
 * Returns the time (ms) of a start on the data that `startOurs` left in `dir`, from the spawn to a function's first response. Then ends it as a
 * crash would.
 */
export async function coldStart(dir: string, port: number): Promise<number> {
  const start = performance.now();
  const { child, url } = await ourServer(dir, port);
  // The call has no token and is refused, but only after modules, guards and database have been loaded.
  await deploymentAt(url, dir)
    .call(api.profiles.me, {})
    .catch(() => undefined);
  const time = performance.now() - start;
  await stopChild(child);
  return time;
}

/** Number of people who wait for a moderator. */
const APPLICANTS = 250;
const CONNECTING = 3_000;

async function ourServer(
  dir: string,
  port: number,
  { execArgv = [], server = "ourServer.js" }: StartOptions = {},
): Promise<Addresses & { child: ChildProcess }> {
  const argv = [path.join(dir, "data"), String(port), path.join(dir, "project"), adminKey];
  // `npm start` sets the second option, too.
  const child = forkBuilt(server, argv, { execArgv: ["--expose-gc", "--max-semi-space-size=2", ...execArgv] });
  const started = await nextMessage<Started>(child);
  if ("refused" in started) throw new RefusedStart(started.refused);
  return { child, ...started };
}

/** Returns a token without a signature: the floor checks none, and the stock client only reads its contents. */
function unsigned(sub: string): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const now = Math.floor(Date.now() / 1_000);
  return `${part({ alg: "none" })}.${part({ sub, iat: now, exp: now + 21_600 })}.x`;
}
