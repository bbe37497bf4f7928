/** Fills a local deployment: pushes functions with the stock command line, and creates people with the bench's functions. */
import { execFile } from "node:child_process";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { ConvexHttpClient } from "convex/browser";
import {
  anyApi,
  getFunctionName,
  type ApiFromModules,
  type FunctionArgs,
  type FunctionReference,
  type FunctionReturnType,
  type FunctionType,
} from "convex/server";
import { exportJWK, exportPKCS8, generateKeyPair, SignJWT } from "jose";
import type * as benchMembers from "./benchMembers.convex";
import type { Member } from "./workloads";

export const adminKey = "bench-admin-key";
const run = promisify(execFile);

export interface CreatedPerson {
  userId: string;
  sessionId: string;
}

export type Sign = (person: CreatedPerson) => Promise<string>;

/** Pushed in addition to the product: settings, and a folder. Its files `name.convex.ts` become the modules `name`. */
export interface PushOptions {
  settings?: Record<string, string>;
  folder?: string;
  /** True: half of the members have a quota, which is counted and never used up. Otherwise the first thousand have Gold. */
  hasQuotas?: boolean;
}

/** A function of the product, or one pushed in addition. */
export type AnyFunction<Type extends FunctionType> = FunctionReference<Type, "public" | "internal">;

/** The bench's functions, which the product's generated list lacks. */
export const bench = (anyApi as unknown as ApiFromModules<{ benchMembers: typeof benchMembers }>).benchMembers;

export interface Addresses {
  url: string;
  siteUrl: string;
}

/** Pushes the product and the bench's functions into a new folder. Returns the signer of tokens. */
export async function push(
  root: string,
  project: string,
  { url, siteUrl }: Addresses,
  options: PushOptions,
): Promise<Sign> {
  await copyFunctions(root, project, options);
  const { publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true });
  const settings = { ...(await requiredSettings(publicKey, privateKey)), ...options.settings };
  const changes = Object.entries(settings).map(([name, value]) => ({ name, value }));
  await post(url, "/api/update_environment_variables", { changes });
  await deploy(root, project, url);
  return ({ userId, sessionId }) =>
    new SignJWT({ sub: `${userId}|${sessionId}` })
      .setProtectedHeader({ alg: "RS256" })
      .setIssuer(siteUrl)
      .setAudience("convex")
      .setIssuedAt()
      .setExpirationTime("6h")
      .sign(privateKey);
}

/** Copies the functions of the product and of the bench into an empty folder. */
async function copyFunctions(root: string, project: string, { folder, hasQuotas }: PushOptions): Promise<void> {
  await rm(project, { recursive: true, force: true });
  await mkdir(project, { recursive: true });
  const isDeployed = (file: string) => !/\.test(ing)?\.ts$/.test(file);
  await cp(path.join(root, "convex"), path.join(project, "convex"), { recursive: true, filter: isDeployed });
  const files = ["dev/bench/benchMembers.convex.ts"];
  for (const name of folder === undefined ? [] : await readdir(path.join(root, folder))) {
    if (name.endsWith(".convex.ts")) files.push(`${folder}/${name}`);
  }
  for (const file of files) {
    const text = await readFile(path.join(root, file), "utf8");
    await writeFile(
      path.join(project, "convex", path.basename(file).replace(".convex.ts", ".ts")),
      text.replaceAll("../../convex/", "./").replaceAll("../bench/", "./").replaceAll('.convex"', '"'),
    );
  }
  await cp(path.join(root, "dev/bench/reads.ts"), path.join(project, "convex/reads.ts"));
  if (hasQuotas) {
    const file = path.join(project, "convex/shared/limits.ts");
    const text = await readFile(file, "utf8");
    await writeFile(file, text.replace(/swipesPerDay: \d+/, "swipesPerDay: 1_000_000"));
  }
}

async function requiredSettings(publicKey: CryptoKey, privateKey: CryptoKey) {
  return {
    SITE_URL: "http://127.0.0.1:1",
    // A key in the format that the stand-in accepts.
    RESEND_API_KEY: "re_unused",
    // Nothing listens there, so no mail is sent.
    RESEND_BASE_URL: "http://127.0.0.1:1",
    MAIL_FROM: "bench@bench.test",
    CONTACT_TO: "bench@bench.test",
    CASHFREE_BASE_URL: "http://127.0.0.1:1",
    CASHFREE_CLIENT_ID: "unused",
    CASHFREE_CLIENT_SECRET: "unused",
    JWT_PRIVATE_KEY: (await exportPKCS8(privateKey)).trimEnd().replaceAll("\n", " "),
    JWKS: JSON.stringify({ keys: [{ use: "sig", ...(await exportJWK(publicKey)) }] }),
  };
}

/** Pushes the functions in a project's folder. */
export async function deploy(root: string, project: string, url: string): Promise<void> {
  const description = { type: "module", dependencies: { convex: "*" } };
  await writeFile(path.join(project, "package.json"), JSON.stringify(description));
  const env = { ...process.env, CI: "1", CONVEX_SELF_HOSTED_URL: url, CONVEX_SELF_HOSTED_ADMIN_KEY: adminKey };
  const cli = path.join(root, "node_modules/convex/bin/main.js");
  await run(process.execPath, [cli, "deploy", "--typecheck", "disable", "--codegen", "disable"], { cwd: project, env });
}

/** Creates members, `gold` of every four with Gold. The first `connecting` get a token: signing is slow. */
export async function fill(
  url: string,
  count: number,
  connecting: number,
  gold: number,
  sign: Sign,
): Promise<Member[]> {
  const members: Member[] = [];
  const storageId = (await pictures(url, 1))[0]!;
  for (let from = 0; from < count; from += BATCH) {
    const args = { from, count: Math.min(BATCH, count - from), storageId, now: Date.now(), gold };
    const created = await call(url, "mutation", bench.insert, args);
    const tokens = await Promise.all(
      created.map(async (person, n) => (from + n < connecting ? await sign(person) : "")),
    );
    members.push(...created.map(({ userId }, n) => ({ id: userId, token: tokens[n]! })));
  }
  return members;
}

/** Creates people in the review queue. Returns their tokens, and the ids of their versions. */
export async function createApplicants(url: string, from: number, count: number, sign: Sign): Promise<Member[]> {
  const args = { from, count, pictures: await pictures(url, count) };
  const created = await call(url, "mutation", bench.apply, args);
  return await Promise.all(created.map(async (person) => ({ id: person.version, token: await sign(person) })));
}

function pictures(url: string, count: number) {
  return call(url, "action", bench.storePictures, { count });
}

/** Returns a stock HTTP client, signed in. */
export function clientOf(url: string, token: string): ConvexHttpClient {
  return new ConvexHttpClient(url, { auth: token, logger: false });
}

/** Members per transaction, within its limit of writes. */
const BATCH = 1_000;

/** Calls a function as admin. Throws with the response if the function fails. */
export async function call<Type extends FunctionType, F extends AnyFunction<Type>>(
  url: string,
  type: Type,
  fn: F & AnyFunction<Type>,
  args: FunctionArgs<F>,
): Promise<FunctionReturnType<F>> {
  const path = getFunctionName(fn);
  const response = (await post(url, `/api/${type}`, { path, format: "json", args })) as {
    status: string;
    value: FunctionReturnType<F>;
  };
  if (response.status !== "success") throw new Error(`${path}: ${JSON.stringify(response)}`);
  return response.value;
}

async function post(url: string, endpoint: string, body: unknown): Promise<unknown> {
  const headers = { "content-type": "application/json", authorization: `Convex ${adminKey}` };
  const response = await fetch(url + endpoint, { method: "POST", headers, body: JSON.stringify(body) });
  return await response.json();
}
