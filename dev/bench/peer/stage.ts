/**
 * Measures alternatives to the product, Parse Server with LiveQuery and Triplit, in the same repetitions as the product and the floor. If
 * their packages cannot be installed, the table says so.
 */
import type { ChildProcess } from "node:child_process";
import { rm } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { forkBuilt, nextMessage, stopChild } from "../child";
import { Lists, type Acts } from "../acts";
import { median, ms, perSecond, ratioOf, type Row } from "../figures";
import { interleave, series } from "../loops";
import { startFloor, startOurs } from "../sides";
import { actsOf } from "../workloads";
import { install, PARSE_SERVER, TRIPLIT } from "./packages";
import { ParsePeer, type ParseSdk } from "./parsePeer";
import { TriplitPeer } from "./triplitPeer";

const MEMBERS = 1_000;
const REPETITIONS = 3;
/** Per repetition. */
const [MATCHES, SWIPES_EACH, APPROVALS] = [30, 15, 10];
/** Matches, swipes of each person, and approvals before the first measured one. */
const WARM_UP = 30;
const PORT = 17_660;

const names = { floor: "the floor", parse: `Parse Server LiveQuery ${PARSE_SERVER}`, triplit: `Triplit ${TRIPLIT}` };
type OtherServer = keyof typeof names;
type ServerName = OtherServer | "ours";

/** `packages`: the folder of the peers' packages, which stays for the next run. */
export async function measurePeer(root: string, dir: string, packages: string): Promise<Row[]> {
  const children: ChildProcess[] = [];
  const start = async (name: string, port: number) => children.push(await startPeer(packages, name, port));
  try {
    await install(packages);
    await rm(path.join(packages, "triplit.sqlite"), { force: true });
    await start("parseServer", PORT);
    await start("triplitServer", PORT + 6);
  } catch (error) {
    await Promise.all(children.map(stopChild));
    const reason = (error as Error).message.split("\n").find((line) => line.trim() !== "") ?? "";
    return [{ figure: `Peers were not run: ${reason.slice(0, 120)}` }];
  }
  const ours = await startOurs(root, path.join(dir, "ours"), PORT + 2, MEMBERS, { hasQuotas: true });
  const floor = await startFloor(path.join(dir, "floor"), PORT + 4, MEMBERS);
  try {
    const sdk = createRequire(path.join(packages, "package.json"))("parse/node") as ParseSdk;
    const parse = new ParsePeer(sdk, PORT);
    await parse.fill(MEMBERS, WARM_UP + REPETITIONS * APPROVALS);
    const triplit = await TriplitPeer.load(packages, PORT + 6);
    await triplit.fill(MEMBERS);
    return await measure({ ours: actsOf(ours.side), floor: actsOf(floor.side), parse, triplit });
  } finally {
    await Promise.all([ours.stop(), floor.stop(), ...children.map(stopChild)]);
    await rm(dir, { recursive: true, force: true });
  }
}

async function measure(servers: Record<ServerName, Acts>): Promise<Row[]> {
  const entries = Object.entries(servers) as [ServerName, Acts][];
  const lists = {} as Record<ServerName, Lists>;
  for (const [name, acts] of entries) {
    lists[name] = await Lists.open(acts, MEMBERS);
    await series(WARM_UP, () => lists[name].match());
    await lists[name].swipeRate(WARM_UP);
    if (acts.approval) await series(WARM_UP, (k) => acts.approval!(k));
  }
  const onAll = (work: (name: ServerName, n: number) => Promise<number[]>) => {
    const works = entries.map(([name]) => [name, (n: number) => work(name, n)] as const);
    return interleave(Object.fromEntries(works) as Record<ServerName, (n: number) => Promise<number[]>>, REPETITIONS);
  };
  const matches = await onAll((name) => series(MATCHES, () => lists[name].match()));
  const swipes = await onAll(async (name) => [await lists[name].swipeRate(SWIPES_EACH)]);
  const approvals = await onAll(async (name, n) => {
    const acts = servers[name];
    return acts.approval ? await series(APPROVALS, (k) => acts.approval!(WARM_UP + n * APPROVALS + k)) : [];
  });
  // Triplit's clients would reconnect for ever.
  await Promise.all(Object.values(lists).map((list) => list.close()));
  return [
    ...rowsOf("Match seen", matches, ms, "≤ 0.67 ×"),
    ...rowsOf("Swipes/s, 32 clients", swipes, perSecond, "≥ 1.5 ×"),
    ...rowsOf("Approval seen", approvals, ms, "≤ 0.67 ×"),
  ];
}

/** Compares ours with each other server that ran the same repetitions. */
function rowsOf(
  figure: string,
  times: Record<ServerName, number[][]>,
  format: (all: number[]) => string,
  must: string,
): Row[] {
  const others = (Object.keys(names) as OtherServer[]).filter((name) => times[name].flat().length > 0);
  return others.map((name) => ({
    figure: `${figure}, beside ${names[name]}`,
    ours: format(times.ours.flat()),
    floor: format(times[name].flat()),
    ratio: ratioOf(times.ours.map(median), times[name].map(median)),
    ...(name === "floor" ? {} : { must }),
  }));
}

/** Starts a peer's process. Throws with its output if it does not start. */
async function startPeer(packages: string, name: string, port: number): Promise<ChildProcess> {
  const argv = [packages, String(port)];
  // Parse's logger would create a folder in the working directory.
  const env = { ...process.env, PARSE_SERVER_LOGS_FOLDER: "null" };
  const stdio = ["ignore", "ignore", "ignore", "ipc"] as const;
  const child = forkBuilt(`peer/${name}.js`, argv, { cwd: packages, env, stdio: [...stdio] });
  const message = await nextMessage<string>(child);
  if (message === "ready") return child;
  await stopChild(child);
  throw new Error(message);
}
