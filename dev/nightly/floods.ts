/**
 * Strangers flood a deployment: twelve connections send codes to invented addresses, then a hundred use one mailed link, then a hundred
 * try made-up logins. In each flood twenty honest people must get in, each within five seconds, and the members' writes must stay fast. How fast is not
 * judged while other programs keep the machine busy. Times in milliseconds.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { ConvexHttpClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import { refusalOf } from "../../convex/shared/errors";
import { percentile } from "../bench/figures";
import { foreignCores, sample } from "../bench/machine";
import { startOurs, type Places } from "../bench/sides";
import type { Side } from "../bench/workloads";
import { solved } from "../seed/accounts";
import { swipeAs } from "./calls";
import type { Answered, Flood } from "./floodClients";
import type { Found } from "./found";

const HONEST = 20;
/** From the first call to the session. */
const LONGEST = 5_000;
/** A limit for waits that would never end. */
const GUARD = 60_000;
const P99_MOST = 300;
/** Times are not judged while others keep more cores busy. */
const FOREIGN_MOST = 0.3;
/** Women, and men. All have Gold, so they swipe without limit. */
const EACH = 400;
/** Swipes of all members in a second. */
const SWIPES = 20;
const PASSWORD = "correct horse 42";

const floods: Record<string, Omit<Flood, "url">> = {
  "codes, 12 connections": { kind: "codes", connections: 12 },
  "one mailed link, 100 connections": { kind: "link", connections: 100 },
  "logins, 100 connections, 30/s": { kind: "logins", connections: 100, perSecond: 30 },
  "logins, 100 connections": { kind: "logins", connections: 100 },
};

/** All floods, one after the other, on one deployment. They take about two minutes. */
export async function floodsOf(places: Places, dir: string, port: number): Promise<Found[]> {
  const mail = await startMail();
  const settings = { RESEND_BASE_URL: mail.url };
  const ours = await startOurs(places, dir, port, 2 * EACH, { settings });
  const { side } = ours;
  for (let n = 0; n < HONEST; n++) await signUp(side.url, mail, `known${n}@bench.test`);
  const found: Found[] = [];
  let first = 0;
  try {
    for (const [name, flood] of Object.entries(floods)) {
      const link = flood.kind === "link" ? { link: await mailedLink(side.url, mail, "flooder@bench.test") } : {};
      const strangers = startFlood(places, { ...flood, ...link, url: side.url });
      const pids = [ours.pid, strangers.pid];
      const before = sample(pids);
      // Half of the mails are gone within seconds.
      await wait(8_000);
      const writes = startWrites(side, first++);
      const getIn = (n: number) =>
        flood.kind === "logins"
          ? signIn(side.url, `known${n}@bench.test`)
          : signUp(side.url, mail, `${flood.kind}${n}@bench.test`);
      const honest = await arrive(getIn);
      const all = { ...honest, writes: await writes.stop(), foreign: foreignCores(before, sample(pids)) };
      found.push(judged(name, all, strangers.stop()));
    }
  } finally {
    mail.server.close();
    await ours.stop();
  }
  return found;
}

interface Arrivals {
  times: number[];
  failed: string[];
}

/** Twenty people join, one a second. */
async function arrive(getIn: (n: number) => Promise<void>): Promise<Arrivals> {
  const times: number[] = [];
  const failed: string[] = [];
  const one = async (n: number) => {
    await wait(1_000 * n);
    const began = performance.now();
    const error = await getIn(n).then(
      () => null,
      (reason: unknown) => String(reason),
    );
    if (error === null) times.push(performance.now() - began);
    else failed.push(error);
  };
  await Promise.all(Array.from({ length: HONEST }, (_, n) => one(n)));
  return { times, failed };
}

interface Measured extends Arrivals {
  writes: number[];
  /** Cores that others kept busy; NaN: not known. */
  foreign: number;
}

function judged(name: string, { times, failed, writes, foreign }: Measured, strangers: Answered): Found {
  const p50 = percentile(writes, 0.5);
  const p99 = percentile(writes, 0.99);
  const slowest = Math.max(0, ...times);
  const wrong = [...failed];
  const isJudged = !(foreign > FOREIGN_MOST);
  if (isJudged && slowest > LONGEST) wrong.push(`an honest person waited ${Math.round(slowest)} ms`);
  if (isJudged && p99 > P99_MOST) wrong.push(`members' writes: p99 ${Math.round(p99)} ms`);
  const did =
    `${name}: ${strangers.answered} answers (${strangers.refused} refused); ` +
    `${times.length} of ${HONEST} honest people got in, the slowest in ${Math.round(slowest)} ms; ` +
    `${writes.length} writes of members, median ${Math.round(p50)} ms, p99 ${Math.round(p99)} ms` +
    (isJudged ? "" : `; how fast is not judged: others kept ${foreign.toFixed(1)} cores busy`);
  return { loop: "flood", did, wrong };
}

function startFlood({ built }: Places, flood: Flood) {
  const child = fork(path.join(built, "../nightly/floodClients.js"), [], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  let last: Answered = { answered: 0, refused: 0 };
  child.on("message", (now: Answered) => (last = now));
  child.send(flood);
  return { pid: child.pid!, stop: () => (child.disconnect(), last) };
}

/** Members swipe on each other, at an even pace. `round` makes new pairs each time. */
function startWrites(side: Side, round: number) {
  const times: number[] = [];
  const all: Promise<void>[] = [];
  let n = 0;
  const swipe = async (pair: number) => {
    const [man, woman] = [2 * (pair % EACH), 2 * ((pair + 1 + round * 7 + Math.floor(pair / EACH)) % EACH) + 1];
    const began = performance.now();
    const answer = await swipeAs(side, man, woman, true);
    if (answer.kind === "value") times.push(performance.now() - began);
    else throw new Error(`A member's swipe was not accepted: ${JSON.stringify(answer)}`);
  };
  const timer = setInterval(() => all.push(swipe(n++)), 1_000 / SWIPES);
  const stop = async () => {
    clearInterval(timer);
    await Promise.all(all);
    return times;
  };
  return { stop };
}

/** Signs up and in, as the page does. */
async function signUp(url: string, mail: Mail, email: string): Promise<void> {
  await requestCode(url, email);
  const otp = mail.codes.get(email) ?? "";
  await proven((proof) => clientOf(url).action(api.auth.verifyOtp, { email, otp, password: PASSWORD, ...proof }));
  await signIn(url, email);
}

/** The link in the mail of a sign-up code. */
async function mailedLink(url: string, mail: Mail, email: string): Promise<{ email: string; otp: string }> {
  await requestCode(url, email);
  return { email, otp: mail.links.get(email) ?? "" };
}

/** In a crowd codes wait and are sent together. The page subscribes to the state of its code; this polls it. */
async function requestCode(url: string, email: string): Promise<void> {
  const client = clientOf(url);
  const queued = await proven((proof) => client.action(api.auth.sendOtp, { email, ...proof }));
  if (queued === null) return;
  for (const until = Date.now() + GUARD; Date.now() < until; await wait(50)) {
    const state = await client.query(api.auth.codeMail, { email, waiting: queued.waiting });
    if (state === "sent") return;
    if (state === "failed") break;
  }
  throw new Error(`the code of ${email} was not sent`);
}

async function signIn(url: string, email: string): Promise<void> {
  const params = { email, password: PASSWORD };
  await proven((proof) =>
    clientOf(url).action(api.auth.signIn, { provider: "password", params: { ...params, ...proof } }),
  );
}

/** Solves up to three puzzles, as the page does. Any other refusal is thrown. */
async function proven<T>(call: (proof: { proof?: string }) => Promise<T>): Promise<T> {
  let proof: { proof?: string } = {};
  for (let count = 0; ; count++) {
    try {
      return await call(proof);
    } catch (error) {
      const puzzle = refusalOf(error)?.puzzle;
      if (puzzle === undefined || count === 3) throw error;
      proof = { proof: await solved(puzzle) };
    }
  }
}

function clientOf(url: string): ConvexHttpClient {
  return new ConvexHttpClient(url, { logger: false });
}

interface Mail {
  url: string;
  server: Server;
  /** The newest code of each address. */
  codes: Map<string, string>;
  /** The token of its link. */
  links: Map<string, string>;
}

interface Letter {
  to: string;
  subject: string;
  text: string;
}

/** A mail provider that accepts every mail, alone or many in a request. */
async function startMail(): Promise<Mail> {
  const codes = new Map<string, string>();
  const links = new Map<string, string>();
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const sent = JSON.parse(body) as Letter | Letter[];
      for (const { to, subject, text } of [sent].flat()) {
        codes.set(to, /^\d{6}/.exec(subject)?.[0] ?? "");
        links.set(to, /[0-9a-f]{64}/.exec(text)?.[0] ?? "");
      }
      const answer = Array.isArray(sent) ? { data: sent.map(() => ({ id: "1" })) } : { id: "1" };
      response.setHeader("content-type", "application/json").end(JSON.stringify(answer));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, codes, links };
}
