/**
 * Strangers flood a deployment. Twelve connections request codes for invented addresses, then a hundred use one mailed link, then a hundred
 * try invented logins. In each flood twenty honest people must get in, each within five seconds, and the members' writes must stay fast.
 * Times are not judged while other programs keep the machine busy. Times in milliseconds.
 */
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { ConvexHttpClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import { forkBuilt } from "../bench/child";
import { percentile } from "../bench/figures";
import { foreignCores, sample } from "../bench/machine";
import { startOurs } from "../bench/sides";
import type { Side } from "../bench/workloads";
import { callWithRetries, newestMail, tokenFor, type Endpoints } from "../seed/accounts";
import { startResend } from "../standIns/resend/server";
import { swipeAs } from "./calls";
import type { FloodCounts, Flood } from "./floodClients";
import type { LoopReport } from "./loop";
import { pairOf } from "./swipes";

const HONEST = 20;
/** Maximum time from the first call to the session. */
const MAX_ARRIVAL = 5_000;
/** A limit for endless waits. */
const MAX_WAIT = 60_000;
const MAX_P99 = 300;
/** Times are not judged while other programs keep more cores busy. */
const MAX_FOREIGN_CORES = 0.3;
/** Number of women, and of men. All have Gold, so their swipes are unlimited. */
const EACH = 400;
/** Swipes per second of all members together. */
const SWIPES = 20;
const PASSWORD = "correct horse 42";

const floods: Record<string, Omit<Flood, "url">> = {
  "codes, 12 connections": { kind: "codes", connections: 12 },
  "one mailed link, 100 connections": { kind: "link", connections: 100 },
  "logins, 100 connections, 30/s": { kind: "logins", connections: 100, perSecond: 30 },
  "logins, 100 connections": { kind: "logins", connections: 100 },
};

/** Runs all floods on one deployment, one after the other. They take about two minutes. */
export async function floodsOf(root: string, dir: string, port: number): Promise<LoopReport[]> {
  const page = path.join(root, "dev/standIns/page");
  const mail = await startResend({ port: 0, dir: path.join(dir, "mail"), page });
  const settings = { RESEND_BASE_URL: mail.url };
  const ours = await startOurs(root, dir, port, 2 * EACH, { settings });
  const { side } = ours;
  const endpoints = { convexUrl: side.url, mailUrl: mail.url };
  for (let n = 0; n < HONEST; n++) await signUp(endpoints, `known${n}@bench.test`);
  const reports: LoopReport[] = [];
  let first = 0;
  try {
    for (const [name, flood] of Object.entries(floods)) {
      const link = flood.kind === "link" ? { link: await mailedLink(endpoints, "flooder@bench.test") } : {};
      const strangers = startFlood({ ...flood, ...link, url: side.url });
      const pids = [ours.pid, strangers.pid];
      const loadBefore = sample(pids);
      // Within these seconds the flood uses up the free half of the mail budget.
      await wait(8_000);
      const writes = startWrites(side, first++);
      const enter = (n: number) =>
        flood.kind === "logins"
          ? signIn(endpoints, `known${n}@bench.test`)
          : signUp(endpoints, `${flood.kind}${n}@bench.test`);
      const honest = await arrive(enter);
      const all = { ...honest, writes: await writes.stop(), foreign: foreignCores(loadBefore, sample(pids)) };
      reports.push(judge(name, all, strangers.stop()));
    }
  } finally {
    await ours.stop();
    await mail.stop();
  }
  return reports;
}

interface Arrivals {
  times: number[];
  failed: string[];
}

/** Lets twenty people join, one per second. */
async function arrive(getIn: (n: number) => Promise<void>): Promise<Arrivals> {
  const times: number[] = [];
  const failed: string[] = [];
  const arriveAt = async (n: number) => {
    await wait(1_000 * n);
    const startedAt = performance.now();
    const error = await getIn(n).then(
      () => null,
      (reason: unknown) => String(reason),
    );
    if (error === null) times.push(performance.now() - startedAt);
    else failed.push(error);
  };
  await Promise.all(Array.from({ length: HONEST }, (_, n) => arriveAt(n)));
  return { times, failed };
}

interface Measured extends Arrivals {
  writes: number[];
  /** Cores that other programs kept busy. NaN: unknown. */
  foreign: number;
}

function judge(name: string, { times, failed, writes, foreign }: Measured, strangers: FloodCounts): LoopReport {
  const p50 = percentile(writes, 0.5);
  const p99 = percentile(writes, 0.99);
  const slowest = Math.max(0, ...times);
  const faults = [...failed];
  const isJudged = !(foreign > MAX_FOREIGN_CORES);
  if (isJudged && slowest > MAX_ARRIVAL) faults.push(`an honest person waited ${Math.round(slowest)} ms`);
  if (isJudged && p99 > MAX_P99) faults.push(`members' writes: p99 ${Math.round(p99)} ms`);
  const summary =
    `${name}: ${strangers.answered} answers (${strangers.refused} refused); ` +
    `${times.length} of ${HONEST} honest people got in, the slowest in ${Math.round(slowest)} ms; ` +
    `${writes.length} writes of members, median ${Math.round(p50)} ms, p99 ${Math.round(p99)} ms` +
    (isJudged ? "" : `; how fast is not judged: others kept ${foreign.toFixed(1)} cores busy`);
  return { loop: "flood", summary, faults };
}

function startFlood(flood: Flood) {
  const child = forkBuilt("../nightly/floodClients.js");
  let last: FloodCounts = { answered: 0, refused: 0 };
  child.on("message", (counts: FloodCounts) => (last = counts));
  child.send(flood);
  return { pid: child.pid!, stop: () => (child.disconnect(), last) };
}

/** Lets members swipe on each other at a steady pace. `round` makes new pairs each time. */
function startWrites(side: Side, round: number) {
  const times: number[] = [];
  const swipes: Promise<void>[] = [];
  let n = 0;
  const swipe = async (pair: number) => {
    const [man, woman] = pairOf(pair + (1 + 7 * round) * EACH, EACH);
    const startedAt = performance.now();
    const result = await swipeAs(side, man, woman, true);
    if (result.kind === "value") times.push(performance.now() - startedAt);
    else throw new Error(`A member's swipe was not accepted: ${JSON.stringify(result)}`);
  };
  const timer = setInterval(() => swipes.push(swipe(n++)), 1_000 / SWIPES);
  const stop = async () => {
    clearInterval(timer);
    await Promise.all(swipes);
    return times;
  };
  return { stop };
}

/** Signs up and in, as the page does. */
async function signUp(endpoints: Endpoints, email: string): Promise<void> {
  const otp = /\b\d{6}\b/.exec(await codeMail(endpoints, email))?.[0] ?? "";
  const client = new ConvexHttpClient(endpoints.convexUrl, { logger: false });
  await callWithRetries((proof) => client.action(api.auth.verifyOtp, { email, otp, password: PASSWORD, ...proof }));
  await signIn(endpoints, email);
}

async function mailedLink(endpoints: Endpoints, email: string): Promise<{ email: string; otp: string }> {
  return { email, otp: /[0-9a-f]{64}/.exec(await codeMail(endpoints, email))?.[0] ?? "" };
}

/**
 * Requests a code. Returns its mail's text. Under load, codes wait and are sent together. The page subscribes to its code's state.
 * This function polls it.
 */
async function codeMail({ convexUrl, mailUrl }: Endpoints, email: string): Promise<string> {
  const client = new ConvexHttpClient(convexUrl, { logger: false });
  const queued = await callWithRetries((proof) => client.action(api.auth.sendOtp, { email, ...proof }));
  const stateOf = async (waiting: string) => await client.query(api.auth.codeMail, { email, waiting });
  let state = queued === null ? "sent" : "waiting";
  for (const until = Date.now() + MAX_WAIT; state === "waiting" && Date.now() < until; await wait(50)) {
    state = await stateOf(queued!.waiting);
  }
  if (state !== "sent") throw new Error(`the code of ${email} was not sent`);
  return await newestMail(mailUrl, email);
}

async function signIn(endpoints: Endpoints, email: string): Promise<void> {
  await tokenFor(endpoints, "password", { email, password: PASSWORD });
}
