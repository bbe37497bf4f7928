/**
 * An alternative to the product: Parse Server with LiveQuery, measured in the same repetitions as the product and the floor. If its
 * packages cannot be installed, the table says so.
 */
import { fork, type ChildProcess } from "node:child_process";
import { rm } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { median, ms, perSecond, ratioOf, type Row } from "../figures";
import { inTurn, REPETITIONS, series } from "../loops";
import { startFloor, startOurs, stopped, type Places } from "../sides";
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

/** The same three workloads on each server. */
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

/** `packages`: the folder with the peer's packages, kept for the next run. */
export async function measurePeer(places: Places, dir: string, packages: string): Promise<Row[]> {
  let started: { peer: Peer; child: ChildProcess };
  try {
    await install(packages);
    started = await startPeer(places, packages);
  } catch (error) {
    const why = (error as Error).message.split("\n").find((line) => line.trim() !== "") ?? "";
    return [{ figure: `${NAME} was not run: ${why.slice(0, 120)}` }];
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
  const onAll = (work: (load: Load, repetition: number) => Promise<number[]>): Promise<Measured> =>
    inTurn({
      ours: (n) => work(loads.ours, n),
      floor: (n) => work(loads.floor, n),
      peer: (n) => work(loads.peer, n),
    });
  for (const load of [loads.ours, loads.floor, loads.peer]) {
    await series(WARM_UP, (k) => load.match(MATCH_FROM + 2 * k));
    await load.swipes(WARM_UP, 0);
    await series(WARM_UP, (k) => load.approval(k));
  }
  const matches = await onAll((load, n) =>
    series(PAIRS, (k) => load.match(MATCH_FROM + 2 * (WARM_UP + n * PAIRS + k))),
  );
  const swipes = await onAll(async (load, n) => [await load.swipes(SWIPES_EACH, WARM_UP + n * SWIPES_EACH)]);
  const approvals = await onAll((load, n) => series(APPROVALS, (k) => load.approval(WARM_UP + n * APPROVALS + k)));
  return [
    ...rowsOf("Match seen", matches, ms, "≤ 1 ×"),
    ...rowsOf(`Swipes/s, ${SWIPERS} clients`, swipes, perSecond, "≥ 1 ×"),
    ...rowsOf("Approval seen", approvals, ms, "≤ 1 ×"),
  ];
}

/** Ours beside the peer, and beside the floor in the same repetitions. */
function rowsOf(name: string, { ours, floor, peer }: Measured, shown: (all: number[]) => string, must: string): Row[] {
  const ratio = (other: number[][]) => ratioOf(ours.map(median), other.map(median));
  const mine = shown(ours.flat());
  const theirs = `(Parse) ${shown(peer.flat())}`;
  return [
    { figure: `${name}, beside ${NAME} ${PARSE_SERVER}`, ours: mine, floor: theirs, ratio: ratio(peer), must },
    { figure: `${name}, beside the floor`, ours: mine, floor: shown(floor.flat()), ratio: ratio(floor) },
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
