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
import { solveChallenge, type Challenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import { foreignCores, sample } from "../bench/machine";
import { startOurs, type Places } from "../bench/sides";
import type { Side } from "../bench/workloads";
import { callAs, posted, swipeAs } from "./calls";
import type { Answered, Flood } from "./floodClients";
import type { Found } from "./found";

const HONEST = 20;
/** From the first call to the session. */
const LONGEST = 5_000;
/** For what never comes. */
const GUARD = 60_000;
const P99_MOST = 300;
/** With more cores busy by others, times say nothing. */
const FOREIGN_MOST = 0.3;
/** Women and men of those with Gold, who swipe without limit. */
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
  const known: string[] = [];
  for (let n = 0; n < HONEST; n++) known.push(await signUp(side.url, mail, `known${n}@bench.test`));
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
          ? signIn(side.url, known[n] ?? "")
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

/** Twenty people, one a second. */
async function arrive(getIn: (n: number) => Promise<string>): Promise<Arrivals> {
  const [times, failed] = [[] as number[], [] as string[]];
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
  const [p50, p99, slowest] = [at(writes, 0.5), at(writes, 0.99), Math.max(0, ...times)];
  const wrong = [...failed];
  const isJudged = !(foreign > FOREIGN_MOST);
  if (isJudged && slowest > LONGEST) wrong.push(`somebody waited ${Math.round(slowest)} ms`);
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
  const [times, all] = [[] as number[], [] as Promise<void>[]];
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

/** As the page does: a code, the account, a session. Answers the address. */
async function signUp(url: string, mail: Mail, email: string): Promise<string> {
  const sent = (await proven((proof) => act(url, "auth:sendOtp", { email, ...proof }))) as { waiting: string } | null;
  if (sent !== null) await codeSent(url, email, sent.waiting);
  await proven((proof) =>
    act(url, "auth:verifyOtp", { email, otp: mail.codes.get(email) ?? "", password: PASSWORD, ...proof }),
  );
  return await signIn(url, email);
}

/** The link in the mail of a sign-up code. */
async function mailedLink(url: string, mail: Mail, email: string): Promise<{ email: string; otp: string }> {
  const sent = (await proven((proof) => act(url, "auth:sendOtp", { email, ...proof }))) as { waiting: string } | null;
  if (sent !== null) await codeSent(url, email, sent.waiting);
  return { email, otp: mail.links.get(email) ?? "" };
}

/** In a crowd a code waits, and goes with others. The page is told when it has gone; here it is asked for. */
async function codeSent(url: string, email: string, waiting: string): Promise<void> {
  const look = () => callAs(url, null, "query", "auth:codeMail", { email, waiting });
  for (const until = Date.now() + GUARD; Date.now() < until; await wait(50)) {
    const state = await look();
    if (state.kind === "value" && state.value === "sent") return;
    if (state.kind !== "value" || state.value === "failed") break;
  }
  throw new Error(`the code of ${email} was not sent`);
}

async function signIn(url: string, email: string): Promise<string> {
  await proven((proof) =>
    act(url, "auth:signIn", { provider: "password", params: { email, password: PASSWORD, ...proof } }),
  );
  return email;
}

interface Proof {
  proof?: string;
}

/** Solves puzzles, as the page does. */
async function proven(call: (proof: Proof) => Promise<unknown>): Promise<unknown> {
  let proof: Proof = {};
  for (let solved = 0; ; solved++) {
    try {
      return await call(proof);
    } catch (error) {
      if (!(error instanceof Puzzled) || solved === 3) throw error;
      const challenge = JSON.parse(error.puzzle) as Challenge;
      const solution = await solveChallenge({ challenge, deriveKey });
      proof = { proof: btoa(JSON.stringify({ challenge, solution })) };
    }
  }
}

class Puzzled extends Error {
  readonly puzzle: string;

  constructor(puzzle: string) {
    super("A proof of work is asked for.");
    this.puzzle = puzzle;
  }
}

async function act(url: string, name: string, args: object): Promise<unknown> {
  const { text } = await posted(`${url}/api/action`, JSON.stringify({ path: name, format: "json", args }), null);
  const answer = JSON.parse(text) as { status: string; value?: unknown; errorData?: { puzzle?: string } };
  if (answer.status === "success") return answer.value;
  if (answer.errorData?.puzzle) throw new Puzzled(answer.errorData.puzzle);
  throw new Error(`${name}: ${text.slice(0, 200)}`);
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

/** A mail provider that takes everything, one by one and many to a request. */
async function startMail(): Promise<Mail> {
  const [codes, links] = [new Map<string, string>(), new Map<string, string>()];
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

function at(times: number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
}
