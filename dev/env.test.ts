import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { importJWK, importPKCS8, jwtVerify, SignJWT } from "jose";
import { afterEach, beforeEach, expect, test } from "vitest";
import { demoPeopleLike, keysOf, pagesOf, localConfigOf, settingsOf, lockDataFolder, lockForStart } from "./env";

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "env-"));
});
afterEach(() => rm(dir, { recursive: true }));

test("without settings, the folder, the ports and the demo people have their defaults", () => {
  expect(localConfigOf("/home/me/app", {})).toMatchObject({
    dir: "/home/me/app/.local",
    appUrl: "http://127.0.0.1:5173",
    convexUrl: "http://127.0.0.1:3210",
    siteUrl: "http://127.0.0.1:3211",
    mailUrl: "http://127.0.0.1:8025",
    payUrl: "http://127.0.0.1:8026",
    pushUrl: "http://127.0.0.1:8027",
    seed: 60,
  });
});

test("each setting changes only its own value, and an invalid one is named", () => {
  const config = localConfigOf("/home/me/app", { APP_PORT: "5000", SEED: "0", LOCAL_DIR: "elsewhere" });

  expect(config).toMatchObject({ appUrl: "http://127.0.0.1:5000", siteUrl: "http://127.0.0.1:3211", seed: 0 });
  expect(config.dir).toBe("/home/me/app/elsewhere");
  expect(() => localConfigOf("/home/me/app", { MAIL_PORT: "many" })).toThrow("MAIL_PORT must be a number, not many.");
  for (const invalid of ["0", "65536"]) {
    expect(() => localConfigOf("/home/me/app", { APP_PORT: invalid })).toThrow(
      `APP_PORT must be a port from 1 to 65535, not ${invalid}.`,
    );
  }
});

test("only the app's own pages may call: the local one, and the one at SITE_URL", () => {
  const config = localConfigOf("/home/me/app", {});

  expect(pagesOf(config, {})).toEqual([config.appUrl]);
  expect(pagesOf(config, { SITE_URL: "https://festival.example" })).toEqual([
    config.appUrl,
    "https://festival.example",
  ]);
});

test("demo people like newcomers unless DEMO_LIKES is 0", () => {
  expect([demoPeopleLike({}), demoPeopleLike({ DEMO_LIKES: "0" })]).toEqual([true, false]);
});

test("no demo people are created with a real mail service", () => {
  expect(localConfigOf("/home/me/app", { RESEND_API_KEY: "re_real", SEED: "60" }).seed).toBe(0);
});

test("keys are generated once and readable by their owner only, and the token key matches its public half", async () => {
  const keys = await keysOf(dir);
  const again = await keysOf(dir);
  const other = await keysOf(await mkdtemp(path.join(dir, "other-")));

  expect(again).toEqual(keys);
  expect(other.adminKey).not.toBe(keys.adminKey);
  expect(other.moderator.password).not.toBe(keys.moderator.password);
  expect((await stat(path.join(dir, "keys.json"))).mode & 0o777).toBe(0o600);
  const { keys: published } = JSON.parse(keys.jwks) as { keys: [{ kty: string; d?: string }] };
  expect(published[0].d).toBeUndefined();
  const signed = new SignJWT({}).setProtectedHeader({ alg: "RS256" });
  const token = await signed.sign(await importPKCS8(keys.jwtPrivateKey, "RS256"));
  await expect(jwtVerify(token, await importJWK(published[0], "RS256"))).resolves.toBeDefined();
});

test("a data folder is locked by one start, and is free again even if that start was killed", async () => {
  const dataFolder = path.join(dir, "data");
  const lock = lockDataFolder(dataFolder);
  expect(() => lockDataFolder(dataFolder)).toThrow(/is in use/);
  expect((await stat(dataFolder)).mode & 0o777).toBe(0o700);
  lock.release();

  const script = `
    const { DatabaseSync } = process.getBuiltinModule("node:sqlite") ?? (await import("@photostructure/sqlite"));
    new DatabaseSync(process.argv[1]).exec("BEGIN EXCLUSIVE");
    process.kill(process.pid, "SIGKILL");`;
  const dead = spawnSync(process.execPath, ["--input-type=module", "-e", script, path.join(dataFolder, "lock")]);
  expect(dead.signal).toBe("SIGKILL");
  lockDataFolder(dataFolder).release();
});

test("the next start deletes a killed start's ready.json, and a refused second start does not", () => {
  const dataFolder = path.join(dir, "killed");
  const ready = path.join(dataFolder, "ready.json");
  mkdirSync(dataFolder);
  writeFileSync(ready, "{}");
  const lock = lockForStart(dataFolder);
  expect(existsSync(ready)).toBe(false);

  writeFileSync(ready, "{}");
  expect(() => lockForStart(dataFolder)).toThrow(/is in use/);
  expect(existsSync(ready)).toBe(true);
  lock.release();
});

test("configured keys replace the stand-ins", async () => {
  const config = localConfigOf("/home/me/app", {});
  const keys = await keysOf(dir);

  expect(settingsOf(config, keys, {})).toMatchObject({
    SITE_URL: config.appUrl,
    RESEND_BASE_URL: config.mailUrl,
    CASHFREE_BASE_URL: `${config.payUrl}/pg`,
    PUSH_BASE_URL: config.pushUrl,
    VAPID_PUBLIC_KEY: keys.push.publicKey,
    RATE_LIMIT_SCALE: null,
  });
  const own = {
    RESEND_API_KEY: "re_mine",
    CASHFREE_CLIENT_ID: "mine",
    CASHFREE_CLIENT_SECRET: "secret",
    SITE_URL: "https://us.test",
    RATE_LIMIT_SCALE: "50",
  };
  expect(settingsOf(config, keys, own)).toMatchObject({
    ...own,
    RESEND_BASE_URL: null,
    CASHFREE_BASE_URL: "https://sandbox.cashfree.com/pg",
  });
});
