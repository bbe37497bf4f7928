/**
 * What somebody would pick instead, beside the product and the floor in the same repetition: Parse Server with LiveQuery. Where its
 * packages cannot be had, the table says so.
 */
import { fork, type ChildProcess } from "node:child_process";
import { rm } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { perSecond, REPETITIONS } from "../compare";
import { figure, median, ms, type Row } from "../figures";
import { startFloor, startOurs, type Places } from "../sides";
import { approvalLatency, matchLatency, swipeRate, type Side } from "../workloads";
import { Peer } from "./clients";
import { install, PARSE_SERVER } from "./packages";
import type { ParseSdk } from "./parse";

const MEMBERS = 1_000;
const [PAIRS, APPROVALS] = [30, 10];
/** Matches, swipes of each, and approvals before the first that counts. */
const WARM_UP = 30;
const [SWIPERS, SWIPES_EACH] = [32, 15];
/** The number of the first person of the matching pairs, after the people who swipe. */
const MATCH_FROM = 200;
const PORT = 17_660;
const NAME = "Parse Server LiveQuery";

/** The same three workloads, on whichever server. */
interface Load {
  match(first: number): Promise<number>;
  swipes(each: number, offset: number): Promise<number>;
  approval(applicant: number): Promise<number>;
}

/** Figures of one workload: a list for each repetition. */
interface Measured {
  ours: number[][];
  floor: number[][];
  peer: number[][];
}

/** `packages`: the folder that the peer is installed in, and that is kept for the next time. */
export async function measurePeer(places: Places, dir: string, packages: string): Promise<Row[]> {
  let started: { peer: Peer; child: ChildProcess };
  try {
    await install(packages);
    started = await startPeer(places, packages);
  } catch (error) {
    const why = (error as Error).message.split("\n").find((line) => line.trim() !== "") ?? "";
    return [figure(`${NAME} was not run: ${why.slice(0, 120)}`, "", "", "", "")];
  }
  const ours = await startOurs(places, path.join(dir, "ours"), PORT + 2, MEMBERS);
  const floor = await startFloor(places, path.join(dir, "floor"), PORT + 4, MEMBERS);
  try {
    await started.peer.fill(MEMBERS, WARM_UP + REPETITIONS * APPROVALS);
    return await measured({ ours: loadOf(ours.side), floor: loadOf(floor.side), peer: loadOfPeer(started.peer) });
  } finally {
    await Promise.all([ours.stop(), floor.stop(), stopped(started.child)]);
    await rm(dir, { recursive: true, force: true });
  }
}

async function measured(loads: Record<keyof Measured, Load>): Promise<Row[]> {
  const sides = ["ours", "floor", "peer"] as const;
  const inTurn = async (work: (load: Load, repetition: number) => Promise<number[]>): Promise<Measured> => {
    const all: Measured = { ours: [], floor: [], peer: [] };
    for (let n = 0; n < REPETITIONS; n++) for (const side of sides) all[side].push(await work(loads[side], n));
    return all;
  };
  const many = async (count: number, work: (k: number) => Promise<number>) => {
    const times: number[] = [];
    for (let k = 0; k < count; k++) times.push(await work(k));
    return times;
  };
  for (const side of sides) {
    await many(WARM_UP, (k) => loads[side].match(MATCH_FROM + 2 * k));
    await loads[side].swipes(WARM_UP, 0);
    await many(WARM_UP, (k) => loads[side].approval(k));
  }
  const matches = await inTurn((load, n) => many(PAIRS, (k) => load.match(MATCH_FROM + 2 * (WARM_UP + n * PAIRS + k))));
  const swipes = await inTurn(async (load, n) => [await load.swipes(SWIPES_EACH, WARM_UP + n * SWIPES_EACH)]);
  const approvals = await inTurn((load, n) => many(APPROVALS, (k) => load.approval(WARM_UP + n * APPROVALS + k)));
  return [
    ...rowsOf("Match seen", matches, ms, "≤ 1 ×"),
    ...rowsOf(`Swipes/s, ${SWIPERS} clients`, swipes, perSecond, "≥ 1 ×"),
    ...rowsOf("Approval seen", approvals, ms, "≤ 1 ×"),
  ];
}

/** Ours beside the peer, and beside the floor in the same repetitions. */
function rowsOf(name: string, { ours, floor, peer }: Measured, shown: (all: number[]) => string, must: string): Row[] {
  const ratio = (other: number[][]) => {
    const all = ours.map((mine, n) => median(mine) / median(other[n]!));
    return `${median(all).toFixed(2)} ×`;
  };
  const [mine, least, theirs] = [ours, floor, peer].map((all) => shown(all.flat()));
  return [
    figure(`${name}, beside ${NAME} ${PARSE_SERVER}`, mine!, `(Parse) ${theirs}`, ratio(peer), must),
    figure(`${name}, beside the floor`, mine!, least!, ratio(floor), ""),
  ];
}

function loadOf(side: Side): Load {
  return {
    match: (first) => matchLatency(side, first),
    swipes: (each, offset) => swipeRate(side, SWIPERS, each, offset),
    approval: (applicant) => approvalLatency(side, applicant),
  };
}

function loadOfPeer(peer: Peer): Load {
  return {
    match: (first) => peer.matchLatency(first),
    swipes: (each, offset) => peer.swipeRate(SWIPERS, each, offset),
    approval: (applicant) => peer.approvalLatency(applicant),
  };
}

/** Throws with what it said if it does not start. */
async function startPeer(places: Places, packages: string): Promise<{ peer: Peer; child: ChildProcess }> {
  const argv = [packages, String(PORT)];
  // Its logger would make a folder where it is started.
  const env = { ...process.env, PARSE_SERVER_LOGS_FOLDER: "null" };
  const stdio = ["ignore", "ignore", "ignore", "ipc"] as const;
  const child = fork(path.join(places.built, "peer/server.js"), argv, { cwd: packages, env, stdio: [...stdio] });
  const said = await new Promise<string>((resolve) => {
    child.once("message", (text) => resolve(text as string));
    child.once("exit", (code) => resolve(`it ended with ${String(code)}`));
  });
  if (said !== "ready") {
    await stopped(child);
    throw new Error(said);
  }
  const parse = createRequire(path.join(packages, "package.json"))("parse/node") as ParseSdk;
  return { child, peer: new Peer(parse, PORT) };
}

function stopped(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (!child.connected) return resolve();
    child.once("exit", () => resolve());
    child.disconnect();
  });
}
