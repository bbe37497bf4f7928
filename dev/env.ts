import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { FolderInUse, FolderUnusable, lockFolder } from "local-convex/folderLock";
import { productName } from "../convex/shared/festival";
import { daysAround } from "../convex/shared/festivalDefaults";
import { ExpectedError } from "../deploy/expected";
import { newPushKeys, newSigningKeys, type PushKeys, type SigningKeys } from "../deploy/signingKeys";

/** The local deployment's folders, URLs and ports. */
export interface LocalConfig {
  root: string;
  dir: string;
  appUrl: string;
  convexUrl: string;
  siteUrl: string;
  mailUrl: string;
  payUrl: string;
  pushUrl: string;
  ports: { app: number; convex: number; site: number; mail: number; pay: number; push: number };
  /** Number of demo people that the first start creates. */
  seed: number;
}

/** Secrets that the first start creates. */
export interface Keys extends SigningKeys {
  adminKey: string;
  moderator: { email: string; password: string };
  organiser: { email: string; password: string };
  demoPassword: string;
  cashfree: { clientId: string; clientSecret: string };
  resend: string;
  push: PushKeys;
}

/** Reads the ports and the folder from the environment. */
export function localConfigOf(root: string, env: NodeJS.ProcessEnv): LocalConfig {
  const pay = port(env, "PAY_PORT", 8026);
  const ports = {
    app: port(env, "APP_PORT", 5173),
    convex: port(env, "CONVEX_PORT", 3210),
    site: port(env, "SITE_PORT", 3211),
    mail: port(env, "MAIL_PORT", 8025),
    pay,
    push: port(env, "PUSH_PORT", pay + 1),
  };
  const urlOf = (port: number) => `http://127.0.0.1:${port}`;
  return {
    root,
    dir: path.resolve(root, env.LOCAL_DIR || ".local"),
    appUrl: urlOf(ports.app),
    convexUrl: urlOf(ports.convex),
    siteUrl: urlOf(ports.site),
    mailUrl: urlOf(ports.mail),
    payUrl: urlOf(ports.pay),
    pushUrl: urlOf(ports.push),
    ports,
    // No demo people with a real mail service, which must not send to their invented addresses.
    seed: usesStandIn("mail", env) ? number(env, "SEED", 60) : 0,
  };
}

/** Returns the origins of the app's pages: this machine's and the configured one. Only they may call from a browser. */
export function pagesOf(config: LocalConfig, env: NodeJS.ProcessEnv): string[] {
  return env.SITE_URL ? [config.appUrl, env.SITE_URL] : [config.appUrl];
}

/** True if some demo people like every newcomer. False when counting other people's calls, because theirs would distort the counts. */
export function demoPeopleLike(env: NodeJS.ProcessEnv): boolean {
  return number(env, "DEMO_LIKES", 1) !== 0;
}

/** Returns the minutes between two automatic backups. 0: none. */
export function backupMinutesOf(env: NodeJS.ProcessEnv): number {
  return number(env, "BACKUP_MINUTES", 0);
}

/** Returns the file that exists while everything runs. It has the addresses and the keys. */
export function readyFileOf(dir: string): string {
  return path.join(dir, "ready.json");
}

/** `lockDataFolder` for a start. Deletes the `ready.json` of a killed start, so that it is not mistaken for the new one. */
export function lockForStart(dir: string): { release(): void } {
  const lock = lockDataFolder(dir);
  rmSync(readyFileOf(dir), { force: true });
  return lock;
}

/** Locks the folder for this process. The lock ends with the process, even after a crash. */
export function lockDataFolder(dir: string): { release(): void } {
  try {
    return lockFolder(dir);
  } catch (error) {
    if (error instanceof FolderUnusable) throw new ExpectedError(`${error.message} Set LOCAL_DIR to another folder.`);
    if (!(error instanceof FolderInUse)) throw error;
    throw new ExpectedError(
      `${dir} is in use: another start runs on it. Stop that one, or set LOCAL_DIR to another folder.`,
    );
  }
}

/** Returns a folder's keys. The first start creates them. */
export async function keysOf(dir: string): Promise<Keys> {
  const file = path.join(dir, "keys.json");
  if (existsSync(file)) return readJson(file) as Keys;
  const keys: Keys = {
    ...(await newSigningKeys()),
    adminKey: `local|${secret(32)}`,
    moderator: { email: "moderator@festival.test", password: secret(12) },
    organiser: { email: "organiser@festival.test", password: secret(12) },
    demoPassword: secret(12),
    cashfree: { clientId: `local_${secret(9)}`, clientSecret: secret(32) },
    resend: `re_${secret(24)}`,
    push: newPushKeys(),
  };
  writePrivate(file, keys);
  return keys;
}

/** True if a stand-in replaces the service, because the environment has no key for it. */
export function usesStandIn(service: "mail" | "pay", env: NodeJS.ProcessEnv): boolean {
  return service === "mail" ? !env.RESEND_API_KEY : !env.CASHFREE_CLIENT_ID && !env.CASHFREE_CLIENT_SECRET;
}

/** Returns the product's settings. The environment overrides the stand-ins' values. Null removes a setting. */
export function settingsOf(config: LocalConfig, keys: Keys, env: NodeJS.ProcessEnv): Record<string, string | null> {
  const pay = usesStandIn("pay", env);
  if (!pay && !(env.CASHFREE_CLIENT_ID && env.CASHFREE_CLIENT_SECRET)) {
    throw new ExpectedError(
      "CASHFREE_CLIENT_ID and CASHFREE_CLIENT_SECRET must be set together. One of them is missing.",
    );
  }
  const standIns: Record<string, string | null> = {
    SITE_URL: config.appUrl,
    RESEND_API_KEY: keys.resend,
    RESEND_BASE_URL: usesStandIn("mail", env) ? config.mailUrl : null,
    MAIL_FROM: "Festival <hello@festival.test>",
    CONTACT_TO: "help@festival.test",
    ...festivalAround(Date.now()),
    HELP_POINT: null,
    CASHFREE_BASE_URL: pay ? `${config.payUrl}/pg` : "https://sandbox.cashfree.com/pg",
    CASHFREE_CLIENT_ID: keys.cashfree.clientId,
    CASHFREE_CLIENT_SECRET: keys.cashfree.clientSecret,
    CASHFREE_API_VERSION: null,
    JWT_PRIVATE_KEY: keys.jwtPrivateKey,
    JWKS: keys.jwks,
    VAPID_PUBLIC_KEY: keys.push.publicKey,
    VAPID_PRIVATE_KEY: keys.push.privateKey,
    PUSH_BASE_URL: config.pushUrl,
    COLLEGE_DOMAINS: null,
    RATE_LIMIT_SCALE: null,
  };
  return Object.fromEntries(Object.entries(standIns).map(([name, value]) => [name, env[name] || value]));
}

/** Returns the settings of a current festival, until an organiser saves others. */
function festivalAround(now: number): Record<string, string> {
  const { firstDay, lastDay } = daysAround(now);
  return {
    FESTIVAL_NAME: productName,
    FESTIVAL_EDITION: firstDay.slice(0, 4),
    FESTIVAL_FIRST_DAY: firstDay,
    FESTIVAL_LAST_DAY: lastDay,
    FESTIVAL_TIME_ZONE: "Asia/Kolkata",
    FESTIVAL_SUPPORT_EMAIL: "help@festival.test",
    FESTIVAL_SOCIAL_URL: "https://www.instagram.com/",
  };
}

/** A file of the data folder that is truncated, missing or empty. */
export class DamagedFile extends ExpectedError {}

/** Returns the object in a JSON file. Throws with a message that names the file. */
export function readJson(file: string): object {
  try {
    const content = JSON.parse(readFileSync(file, "utf8")) as unknown;
    if (typeof content === "object" && content !== null) return content;
  } catch {
    // Reported below.
  }
  throw new DamagedFile(`${file} is damaged: it is not complete JSON. Nothing was changed.`);
}

/** Writes a JSON file atomically, readable only by its owner. */
export function writePrivate(file: string, content: unknown) {
  writeFileSync(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function number(env: NodeJS.ProcessEnv, name: string, fallback: number) {
  const text = env[name];
  if (text === undefined || text === "") return fallback;
  if (!/^\d{1,5}$/.test(text)) throw new ExpectedError(`${name} must be a number, not ${text}.`);
  return Number(text);
}

function port(env: NodeJS.ProcessEnv, name: string, fallback: number) {
  const value = number(env, name, fallback);
  if (value < 1 || value > 65_535) throw new ExpectedError(`${name} must be a port from 1 to 65535, not ${value}.`);
  return value;
}

function secret(bytes: number) {
  return randomBytes(bytes).toString("base64url");
}
