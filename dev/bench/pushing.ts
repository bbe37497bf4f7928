/** Pushes the product to a local deployment, together with the functions in `dev/pushed`, and creates people with these. */
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
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
import { Deployment } from "../deployment";
import type * as benchMembers from "../pushed/benchMembers.convex";
import type * as checks from "../pushed/checks.convex";
import type * as invariants from "../pushed/invariants.convex";
import type * as raceCast from "../pushed/raceCast.convex";
import type { Member } from "./workloads";

export const adminKey = "bench-admin-key";

export interface CreatedPerson {
  userId: string;
  sessionId: string;
}

export type Sign = (person: CreatedPerson) => Promise<string>;

export interface PushOptions {
  settings?: Record<string, string>;
  /** True: half of the members have a quota, which is counted and never used up. Otherwise the first thousand have Gold. */
  hasQuotas?: boolean;
}

/** The functions in `dev/pushed`, which the product's generated list lacks. */
export const pushed = anyApi as unknown as ApiFromModules<{
  benchMembers: typeof benchMembers;
  checks: typeof checks;
  invariants: typeof invariants;
  raceCast: typeof raceCast;
}>;
const bench = pushed.benchMembers;

export interface Addresses {
  url: string;
  siteUrl: string;
}

/** Calls any function as admin, including internal ones. */
export type AdminCall = <F extends FunctionReference<FunctionType, "public" | "internal">>(
  fn: F,
  args: FunctionArgs<F>,
) => Promise<FunctionReturnType<F>>;

/** Returns the access to a deployment whose functions are pushed from `project`. */
export function deploymentAt(url: string, project: string): { deployment: Deployment; call: AdminCall } {
  const deployment = new Deployment(url, adminKey, project);
  return { deployment, call: (fn, args) => deployment.call(getFunctionName(fn), args) as Promise<never> };
}

/** Pushes the product and `dev/pushed` from a new folder. Returns the signer of tokens. */
export async function push(root: string, deployment: Deployment, siteUrl: string, options: PushOptions): Promise<Sign> {
  await copyFunctions(root, deployment.root, options);
  const { publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true });
  await deployment.configure({ ...(await requiredSettings(publicKey, privateKey)), ...options.settings });
  await deployment.push();
  return ({ userId, sessionId }) =>
    new SignJWT({ sub: `${userId}|${sessionId}` })
      .setProtectedHeader({ alg: "RS256" })
      .setIssuer(siteUrl)
      .setAudience("convex")
      .setIssuedAt()
      .setExpirationTime("6h")
      .sign(privateKey);
}

/** Creates a folder from which the stock command line can push. */
async function makeProject(root: string, project: string): Promise<void> {
  await rm(project, { recursive: true, force: true });
  await mkdir(path.join(project, "convex"), { recursive: true });
  await symlink(path.join(root, "node_modules"), path.join(project, "node_modules"), "junction");
  const description = { type: "module", dependencies: { convex: "*" } };
  await writeFile(path.join(project, "package.json"), JSON.stringify(description));
}

/**
 * Copies the functions of the product and of `dev/pushed`, which are never part of a real deployment. Their files `name.convex.ts` become
 * the modules `name`.
 */
async function copyFunctions(root: string, project: string, { hasQuotas }: PushOptions): Promise<void> {
  await makeProject(root, project);
  const [source, functions] = [path.join(root, "dev/pushed"), path.join(project, "convex")];
  const isDeployed = (file: string) => !/\.test(ing)?\.ts$/.test(file);
  await cp(path.join(root, "convex"), functions, { recursive: true, filter: isDeployed });
  for (const name of await readdir(source)) {
    const text = await readFile(path.join(source, name), "utf8");
    const target = path.join(functions, name.replace(".convex.ts", ".ts"));
    if (isDeployed(name)) await writeFile(target, text.replaceAll("../../convex/", "./").replaceAll('.convex"', '"'));
  }
  if (hasQuotas) {
    const file = path.join(functions, "shared/limits.ts");
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

/** Creates members, `gold` of every four with Gold. The first `connecting` get a token: signing is slow. */
export async function fill(
  call: AdminCall,
  count: number,
  connecting: number,
  gold: number,
  sign: Sign,
): Promise<Member[]> {
  const members: Member[] = [];
  const storageId = (await call(bench.storePictures, { count: 1 }))[0]!;
  for (let from = 0; from < count; from += BATCH) {
    const args = { from, count: Math.min(BATCH, count - from), storageId, now: Date.now(), gold };
    const created = await call(bench.insert, args);
    const tokens = await Promise.all(
      created.map(async (person, n) => (from + n < connecting ? await sign(person) : "")),
    );
    members.push(...created.map(({ userId }, n) => ({ id: userId, token: tokens[n]! })));
  }
  return members;
}

/** Creates people in the review queue. Returns their tokens, and the ids of their versions. */
export async function createApplicants(call: AdminCall, from: number, count: number, sign: Sign): Promise<Member[]> {
  const created = await call(bench.apply, { from, count, pictures: await call(bench.storePictures, { count }) });
  return await Promise.all(created.map(async (person) => ({ id: person.version, token: await sign(person) })));
}

/** Returns a stock HTTP client, signed in. */
export function clientOf(url: string, token: string): ConvexHttpClient {
  return new ConvexHttpClient(url, { auth: token, logger: false });
}

/** Members per transaction, within its limit of writes. */
const BATCH = 1_000;
