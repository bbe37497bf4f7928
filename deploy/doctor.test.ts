import { spawn } from "node:child_process";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { ADMIN_KEY, Deployment, ended, type Ran } from "local-convex/testing";
import { festivalFrom } from "../convex/shared/festivalDefaults";
import { chooseTarget } from "./target";
import { examine } from "./doctor";
import { backedUpAt, checkBackup } from "./doctorBackup";
import { checkFestival, checkStaff } from "./doctorFestival";
import { checkDeployment, checkPage, unknownSettings } from "./doctorSettings";
import { ExpectedError } from "./expected";
import { newPushKeys, newSigningKeys } from "./signingKeys";

const { jwtPrivateKey, jwks } = await newSigningKeys();
const push = newPushKeys();
const url = "https://happy-otter-123.convex.cloud";
const allSettings = {
  SITE_URL: "https://festivalmatch.app",
  JWT_PRIVATE_KEY: jwtPrivateKey,
  JWKS: jwks,
  RESEND_API_KEY: "re_123",
  MAIL_FROM: "Festival Match <hello@festivalmatch.app>",
  CONTACT_TO: "team@festivalmatch.app",
  CASHFREE_BASE_URL: "https://api.cashfree.com/pg",
  CASHFREE_CLIENT_ID: "id",
  CASHFREE_CLIENT_SECRET: "secret",
  VAPID_PUBLIC_KEY: push.publicKey,
  VAPID_PRIVATE_KEY: push.privateKey,
};

test("an unknown option is refused in one sentence", async () => {
  const examining = examine("/nowhere", ["--nope"]);
  await expect(examining).rejects.toThrow(/^Unknown option '--nope'\.$/);
  await expect(examining).rejects.toBeInstanceOf(ExpectedError);
});

describe("the festival", () => {
  const deployed = { now: Date.parse("2030-12-20T12:00Z"), isDeployed: true, local: false };
  const ownSettings = {
    FESTIVAL_NAME: "Lights",
    FESTIVAL_FIRST_DAY: "2030-12-18",
    FESTIVAL_LAST_DAY: "2030-12-21",
    FESTIVAL_SUPPORT_EMAIL: "help@college.edu",
  };
  const problemsWith = (env: Record<string, string>, circumstances = deployed) =>
    listed(checkFestival(festivalFrom({ ...ownSettings, ...env }), circumstances));

  test("with all settings is ready", () => {
    expect(problemsWith({})).toEqual({});
  });

  test.each([
    ["the product's own name", { FESTIVAL_NAME: "" }, { name: "Give the festival its name at /organiser." }],
    ["no days", { FESTIVAL_FIRST_DAY: "" }, { days: "Set the first and the last one at /organiser." }],
    ["past days", { FESTIVAL_LAST_DAY: "2030-12-19" }, { days: "Set this festival's days at /organiser." }],
    ["no support address", { FESTIVAL_SUPPORT_EMAIL: "" }, { "support address": "is not set. Set one" }],
    [
      "a support address that does not exist",
      { FESTIVAL_SUPPORT_EMAIL: "a@b.test" },
      { "support address": "does not exist. Set one" },
    ],
  ])("with %s is not ready, and the doctor says what to do", (_, env, expectedTexts) => {
    const expected = Object.entries(expectedTexts).map(([name, text]) => [name, expect.stringContaining(text)]);
    expect(problemsWith(env)).toEqual(Object.fromEntries(expected));
  });

  test("is checked on this machine too, where a stand-in's address is allowed", () => {
    const locally = { ...deployed, local: true };
    expect(problemsWith({ FESTIVAL_SUPPORT_EMAIL: "a@b.test" }, locally)).toEqual({});
    expect(Object.keys(problemsWith({ FESTIVAL_NAME: "" }, locally))).toEqual(["name"]);
  });

  test("may be unset before the functions are deployed, but past days are wrong even then", () => {
    const undeployed = { ...deployed, isDeployed: false };
    expect(problemsWith({ FESTIVAL_NAME: "", FESTIVAL_FIRST_DAY: "", FESTIVAL_SUPPORT_EMAIL: "" }, undeployed)).toEqual(
      {},
    );
    expect(Object.keys(problemsWith({ FESTIVAL_LAST_DAY: "2030-12-19" }, undeployed))).toEqual(["days"]);
  });
});

test("the doctor complains if there is no backup from the last day, and says how to make one", () => {
  const now = Date.parse("2030-12-20T12:00Z");
  const problemsAfter = (hours: number | null, local = false, isDeployed = true) =>
    listed(checkBackup(hours && now - hours * 3_600_000, { now, local, isDeployed }));
  expect(problemsAfter(null)).toEqual({ backup: expect.stringContaining("is missing. Make one: npx convex export") });
  expect(problemsAfter(null, true)).toEqual({
    backup: expect.stringContaining("is missing. Make one: npm run backup"),
  });
  expect(problemsAfter(23)).toEqual({});
  expect(problemsAfter(24)).toEqual({ backup: expect.stringContaining("is a day old. Make one") });
  expect(problemsAfter(60)).toEqual({ backup: expect.stringContaining("is 2 days old. Make one") });
  expect(problemsAfter(null, false, false)).toEqual({});
});

test("the doctor complains if there is no organiser, but not before the functions are deployed", () => {
  expect([0, 1, null].map((count) => listed(checkStaff(count)))).toEqual([
    { organiser: expect.stringContaining("organiser:create") },
    {},
    {},
  ]);
});

describe("the settings of a deployment", () => {
  test("have no problem when all are set", () => {
    expect(problems(allSettings)).toEqual({});
  });

  test.each(Object.keys(allSettings))("are incomplete without %s, which is named with its purpose", (name) => {
    const missing = checkDeployment({ ...allSettings, [name]: undefined }, false).filter(({ problem }) => problem);
    expect(missing).toEqual([{ name, purpose: expect.stringMatching(/\w{4}/), problem: "is not set." }]);
  });

  test.each([
    ["SITE_URL", "http://festivalmatch.app", "must begin with https://."],
    ["SITE_URL", "https://127.0.0.1:5173", "is this machine, which nobody else can reach."],
    ["SITE_URL", "https://festivalmatch.app/swipe", "has more than an origin: https://festivalmatch.app is enough."],
    ["SITE_URL", "festivalmatch", "is not a URL."],
    ["JWT_PRIVATE_KEY", "-----BEGIN PRIVATE KEY----- AAAA -----END PRIVATE KEY-----", "is not an RSA key"],
    ["JWKS", "[]", "is not of the form"],
    ["JWKS", '{"keys":[{"kty":"RSA","n":"x","e":"AQAB"}]}', "does not belong to JWT_PRIVATE_KEY"],
    ["JWKS", '{"keys":[{"kty":"RSA","n":"x","e":"AQAB","d":"x"}]}', "holds a private key"],
    ["RESEND_API_KEY", "sk_1", "is not a Resend key"],
    ["RESEND_BASE_URL", "http://127.0.0.1:8025", "must begin with https://."],
    ["MAIL_FROM", "Festival Match", "is not an address"],
    ["MAIL_FROM", "Festival <hello@festival.test>", "is at a domain that does not exist."],
    ["CONTACT_TO", "a@b.in, c@d.in", "is not an address"],
    ["FESTIVAL_FIRST_DAY", "18 December", "is not a date"],
    ["FESTIVAL_TIME_ZONE", "IST+5", "is not a time zone"],
    ["FESTIVAL_SOCIAL_URL", "instagram.com/us", "is not a URL"],
    ["HELP_POINT", "x".repeat(121), "is longer than 120 characters."],
    ["CASHFREE_BASE_URL", "https://api.cashfree.com", "is not Cashfree's"],
    ["CASHFREE_API_VERSION", "latest", "is not a version"],
    ["VAPID_PUBLIC_KEY", newPushKeys().publicKey, "does not belong to VAPID_PRIVATE_KEY"],
    ["VAPID_PUBLIC_KEY", "AAAA", "is not a valid key"],
    ["VAPID_PRIVATE_KEY", "a key", "is not a valid key"],
    ["PUSH_BASE_URL", "http://127.0.0.1:8027", "Remove it."],
    ["COLLEGE_DOMAINS", "college.edu, @student.college.edu", "has @student.college.edu, which is not a domain"],
    ["RATE_LIMIT_SCALE", "1000", "raises everyone's limits"],
  ])("may not have %s set to %s", (name, value, problem) => {
    expect(problems({ ...allSettings, [name]: value })).toEqual({ [name]: expect.stringContaining(problem) });
  });

  test("may have a key with line breaks or on one line", () => {
    const lines = jwtPrivateKey.replace("KEY----- ", "KEY-----\n").replace(" -----END", "\n-----END");
    expect(problems({ ...allSettings, JWT_PRIVATE_KEY: lines })).toEqual({});
  });

  test("may not have a mistyped name, which is reported", () => {
    expect(unknownSettings({ ...allSettings, RESEND_KEY: "re_1", AUTH_LOG_LEVEL: "ERROR" })).toEqual(["RESEND_KEY"]);
  });
});

describe("the settings of the page", () => {
  test.each([
    [{}, { VITE_CONVEX_URL: "is not set." }],
    [{ VITE_CONVEX_URL: "https://other-otter-1.convex.cloud" }, { VITE_CONVEX_URL: `is not this deployment, ${url}.` }],
    [
      { VITE_CONVEX_URL: url, VITE_CASHFREE_MODE: "sandbox" },
      { VITE_CASHFREE_MODE: expect.stringContaining("does not match CASHFREE_BASE_URL") },
    ],
    [
      { VITE_CONVEX_URL: url, VITE_ANALYTICS_DOMAIN: "a.in" },
      { VITE_ANALYTICS_DOMAIN: expect.stringContaining("without") },
    ],
    [{ VITE_CONVEX_URL: `${url}/`, VITE_CASHFREE_MODE: "production" }, {}],
  ])("%j have exactly the expected problems", (page, expected) => {
    expect(listed(checkPage(page, { url, settings: allSettings }))).toEqual(expected);
  });
});

describe("the command", () => {
  let deployment: Deployment;
  let printed: string[];
  // It runs the stock command line, which is slow on a busy machine.
  vi.setConfig({ testTimeout: 90_000 });
  beforeAll(async () => {
    deployment = await Deployment.create();
    await deployment.installCommand();
  }, 60_000);
  beforeEach(() => {
    printed = [];
    vi.spyOn(console, "log").mockImplementation((line) => void printed.push(String(line)));
  });
  afterAll(() => deployment.remove(), 60_000);

  /** Runs the function behind the command, in this process. */
  const examineAt = (url: string, ...options: string[]) =>
    examine(deployment.app, ["--url", url, "--admin-key", ADMIN_KEY, ...options]);

  test("checks a deployment, makes its keys once, and passes when all is set", async () => {
    const first = await doctor(deployment.cloudUrl);
    expect(first.code).toBe(1);
    expect(first.out).toContain(`To fix: ${Object.keys(allSettings).join(", ")}.`);
    expect(first.out).toMatch(/– {2}name .*\n.*– {2}days .*/);

    expect(await doctor(deployment.cloudUrl, "--make-keys")).toMatchObject({ code: 0 });
    const { JWT_PRIVATE_KEY: _, JWKS: __, VAPID_PUBLIC_KEY: ___, VAPID_PRIVATE_KEY: ____, ...others } = allSettings;
    await deployment.setEnvironment(others);
    expect([await examineAt(deployment.cloudUrl), printed.join("\n")]).toEqual([
      true,
      expect.stringContaining("Nothing is missing."),
    ]);

    const environment = await deployment.environment();
    await expect(examineAt(deployment.cloudUrl, "--make-keys")).rejects.toThrow("Nothing was changed");
    expect(await deployment.environment()).toEqual(environment);
  });

  test("knows when the deployment was last exported", async () => {
    const env = { ...process.env, LOCAL_DIR: deployment.dir };
    const target = chooseTarget(deployment.app, { url: deployment.cloudUrl, "admin-key": ADMIN_KEY }, env);
    const lastBackup = () => backedUpAt(deployment.app, target, deployment.cloudUrl);
    expect(await lastBackup()).toBeNull();
    await deployment.cli(["export", "--path", path.join(deployment.dir, "backup.zip")]);
    expect(Date.now() - ((await lastBackup()) ?? 0)).toBeLessThan(60_000);
  });

  test("reports a wrong key in a sentence", async () => {
    const refused = examineAt(deployment.cloudUrl, "--admin-key", `${ADMIN_KEY}x`);
    const sentence = expect.stringContaining(`${deployment.cloudUrl} did not run the command.`);
    await expect(refused).rejects.toMatchObject({ expected: true, message: sentence });
    await expect(refused).rejects.not.toMatchObject({ message: expect.stringMatching(/^\s+at /m) });
  });

  test("reports an address that is invalid or cannot be reached", async () => {
    const nowhere = "http://127.0.0.1:1";
    expect(await doctor(nowhere)).toEqual({ code: 1, out: `\n${nowhere} cannot be reached.\n` });
    await expect(examineAt("happy-otter")).rejects.toThrow(new ExpectedError("happy-otter is not a URL."));
  });

  test("shows no secret", async () => {
    await deployment.setEnvironment({ CASHFREE_CLIENT_SECRET: "canary-secret", JWKS: "canary" });
    expect(await examineAt(deployment.cloudUrl)).toBe(false);
    expect(printed.join("\n")).toContain("To fix: JWKS.");
    expect(printed.join("\n")).not.toMatch(/canary|BEGIN PRIVATE KEY/);
  });
});

function problems(values: Partial<Record<string, string>>) {
  return listed(checkDeployment(values, false));
}

function listed(findings: { name: string; problem?: string }[]) {
  return Object.fromEntries(findings.flatMap(({ name, problem }) => (problem === undefined ? [] : [[name, problem]])));
}

/** Runs `npm run doctor` in a separate process. */
function doctor(url: string, ...options: string[]): Promise<Ran> {
  const args = ["scripts/run.mjs", "doctor", "--url", url, "--admin-key", ADMIN_KEY, ...options];
  return ended(spawn(process.execPath, args, { cwd: path.dirname(import.meta.dirname) }));
}
