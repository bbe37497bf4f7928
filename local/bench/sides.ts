/** The two servers under test: making them, filling them with members, starting and ending them. */
import { execFile, fork, type ChildProcess } from "node:child_process";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { exportJWK, exportPKCS8, generateKeyPair, SignJWT } from "jose";
import type { Member, Side } from "./workloads";

const adminKey = "bench-admin-key";
const here = import.meta.dirname;
const run = promisify(execFile);

export interface Running {
  side: Side;
  stop(): Promise<void>;
}

/** Starts the wire floor with `count` members on `port`. */
export async function startFloor(dir: string, port: number, count: number): Promise<Running> {
  await mkdir(dir, { recursive: true });
  const child = await started("floorServer.js", [path.join(dir, "floor.db"), String(port), String(count)]);
  const members = Array.from({ length: count }, (_, n) => ({ id: String(n), token: unsigned(String(n)) }));
  return { side: { name: "floor", url: `http://127.0.0.1:${port}`, members }, stop: () => stopped(child) };
}

/** Starts the product on the local deployment with `count` members made in bulk. Its files stay in `dir`. */
export async function startOurs(root: string, dir: string, port: number, count: number): Promise<Running> {
  const project = path.join(dir, "project");
  const child = await started("ourServer.js", [path.join(dir, "data"), String(port), project, adminKey]);
  const url = `http://127.0.0.1:${port}`;
  const sign = await push(root, project, url, port);
  const members = await fill(url, count, sign);
  return { side: { name: "ours", url, members }, stop: () => stopped(child) };
}

/** From spawning the process to the first answer of a function, in milliseconds, on what `startOurs` left in `dir`. */
export async function coldStart(dir: string, port: number): Promise<number> {
  const start = performance.now();
  const child = await started("ourServer.js", [
    path.join(dir, "data"),
    String(port),
    path.join(dir, "project"),
    adminKey,
  ]);
  // Nobody is signed in, so the answer is a refusal: by then modules, guards and database have all worked.
  await call(`http://127.0.0.1:${port}`, "query", "profiles:me", {}).catch(() => undefined);
  const time = performance.now() - start;
  await stopped(child);
  return time;
}

type Sign = (subject: string) => Promise<string>;

async function push(root: string, project: string, url: string, port: number): Promise<Sign> {
  await rm(project, { recursive: true, force: true });
  await mkdir(project, { recursive: true });
  const notTests = (file: string) => !/\.test(ing)?\.ts$/.test(file);
  await cp(path.join(root, "convex"), path.join(project, "convex"), { recursive: true, filter: notTests });
  const members = await readFile(path.join(root, "local/bench/members.convex.ts"), "utf8");
  await writeFile(path.join(project, "convex/benchMembers.ts"), members.replaceAll("../../convex/", "./"));
  await writeFile(
    path.join(project, "package.json"),
    JSON.stringify({ type: "module", dependencies: { convex: "*" } }),
  );
  const { publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true });
  const jwks = JSON.stringify({ keys: [{ use: "sig", ...(await exportJWK(publicKey)) }] });
  const settings = {
    SITE_URL: "http://127.0.0.1:1",
    RESEND_API_KEY: "unused",
    MAIL_FROM: "bench@bench.test",
    CONTACT_TO: "bench@bench.test",
    CASHFREE_BASE_URL: "http://127.0.0.1:1",
    CASHFREE_CLIENT_ID: "unused",
    CASHFREE_CLIENT_SECRET: "unused",
    JWT_PRIVATE_KEY: (await exportPKCS8(privateKey)).trimEnd().replaceAll("\n", " "),
    JWKS: jwks,
  };
  const changes = Object.entries(settings).map(([name, value]) => ({ name, value }));
  await post(url, "/api/update_environment_variables", { changes });
  const env = { ...process.env, CI: "1", CONVEX_SELF_HOSTED_URL: url, CONVEX_SELF_HOSTED_ADMIN_KEY: adminKey };
  const cli = path.join(root, "node_modules/convex/bin/main.js");
  await run(process.execPath, [cli, "deploy", "--typecheck", "disable", "--codegen", "disable"], { cwd: project, env });
  return (subject) =>
    new SignJWT({ sub: subject })
      .setProtectedHeader({ alg: "RS256" })
      .setIssuer(`http://127.0.0.1:${port + 1}`)
      .setAudience("convex")
      .setIssuedAt()
      .setExpirationTime("6h")
      .sign(privateKey);
}

async function fill(url: string, count: number, sign: Sign): Promise<Member[]> {
  const storageId = await call(url, "action", "benchMembers:storePicture", {});
  const members: Member[] = [];
  for (let from = 0; from < count; from += 250) {
    const args = { from, count: Math.min(250, count - from), storageId, now: Date.now() };
    const made = (await call(url, "mutation", "benchMembers:insert", args)) as { userId: string; sessionId: string }[];
    for (const { userId, sessionId } of made) {
      // Only the first thousand ever connect; signing is slow.
      const token = members.length < 1_200 ? await sign(`${userId}|${sessionId}`) : "";
      members.push({ id: userId, token });
    }
  }
  return members;
}

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

function started(file: string, args: string[]): Promise<ChildProcess> {
  const child = fork(path.join(here, file), args, { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  return new Promise((resolve, reject) => {
    child.once("message", () => resolve(child));
    child.once("exit", (code) => reject(new Error(`${file} ended with ${String(code)}`)));
  });
}

function stopped(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.disconnect();
  });
}

/** The floor believes what it is told; the stock client only wants something shaped like a token. */
function unsigned(sub: string): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const now = Math.floor(Date.now() / 1_000);
  return `${part({ alg: "none" })}.${part({ sub, iat: now, exp: now + 21_600 })}.x`;
}
