import { spawn } from "node:child_process";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { ADMIN_KEY, Deployment } from "local-convex/testing";
import { festivalFrom } from "../convex/shared/festivalDefaults";
import { lookAtFestival } from "./doctorFestival";
import { lookAtStaff } from "./doctorStaff";
import { lookAtDeployment, lookAtPage, unknownSettings } from "./doctorSettings";
import { newPushKeys, newSigningKeys } from "./signingKeys";

const { jwtPrivateKey, jwks } = await newSigningKeys();
const push = newPushKeys();
const url = "https://happy-otter-123.convex.cloud";
const whole = {
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

test("a festival with the product's own name, or whose last day is over, is not ready", () => {
  const now = Date.parse("2030-12-20T12:00Z");
  const wrong = (env: Record<string, string>) =>
    lookAtFestival(festivalFrom(env), now).flatMap(({ name, problem }) => (problem ? [name] : []));
  const days = { FESTIVAL_FIRST_DAY: "2030-12-18", FESTIVAL_LAST_DAY: "2030-12-21" };
  expect(wrong({})).toEqual(["name", "days"]);
  expect(wrong({ ...days, FESTIVAL_NAME: "Lights" })).toEqual([]);
  expect(wrong({ ...days, FESTIVAL_NAME: "Lights", FESTIVAL_LAST_DAY: "2030-12-19" })).toEqual(["days"]);
});

test("without an organiser nobody can settle anything, and before the functions are there nobody can be asked", () => {
  expect([0, 1, null].map((count) => listed(lookAtStaff(count)))).toEqual([
    { organiser: expect.stringContaining("organiser:create") },
    {},
    {},
  ]);
});

describe("the settings of a deployment", () => {
  test("with everything there is nothing to say", () => {
    expect(problems(whole)).toEqual({});
  });

  test.each(Object.keys(whole))("%s is missed by name, and what it is for is said", (name) => {
    const found = lookAtDeployment({ ...whole, [name]: undefined }, false).filter(({ problem }) => problem);
    expect(found).toEqual([{ name, purpose: expect.stringMatching(/\w{4}/), problem: "is not set." }]);
  });

  test("what may be unset is not missed", () => {
    for (const name of [
      "FESTIVAL_NAME",
      "FESTIVAL_LAST_DAY",
      "HELP_POINT",
      "RESEND_BASE_URL",
      "CASHFREE_API_VERSION",
      "PUSH_BASE_URL",
      "COLLEGE_DOMAINS",
      "RATE_LIMIT_SCALE",
    ]) {
      expect(Object.keys(whole)).not.toContain(name);
      expect(lookAtDeployment(whole, false).map((found) => found.name)).toContain(name);
    }
  });

  test.each([
    ["SITE_URL", "http://festivalmatch.app", "has to begin with https://."],
    ["SITE_URL", "https://127.0.0.1:5173", "is this machine, which nobody else reaches."],
    ["SITE_URL", "https://festivalmatch.app/swipe", "has more than an origin: https://festivalmatch.app is enough."],
    ["SITE_URL", "festivalmatch", "is no address."],
    ["JWT_PRIVATE_KEY", "-----BEGIN PRIVATE KEY----- AAAA -----END PRIVATE KEY-----", "is no RSA key"],
    ["JWKS", "[]", "is not of the form"],
    ["JWKS", '{"keys":[{"kty":"RSA","n":"x","e":"AQAB"}]}', "does not belong to JWT_PRIVATE_KEY"],
    ["JWKS", '{"keys":[{"kty":"RSA","n":"x","e":"AQAB","d":"x"}]}', "holds a private key"],
    ["RESEND_API_KEY", "sk_1", "is no key of Resend"],
    ["RESEND_BASE_URL", "http://127.0.0.1:8025", "has to begin with https://."],
    ["MAIL_FROM", "Festival Match", "is no address"],
    ["MAIL_FROM", "Festival <hello@festival.test>", "is at a domain that does not exist."],
    ["CONTACT_TO", "a@b.in, c@d.in", "is no address"],
    ["FESTIVAL_FIRST_DAY", "18 December", "is no day"],
    ["FESTIVAL_TIME_ZONE", "IST+5", "is no time zone"],
    ["FESTIVAL_SOCIAL_URL", "instagram.com/us", "is no address"],
    ["HELP_POINT", "x".repeat(121), "is longer than 120 characters."],
    ["CASHFREE_BASE_URL", "https://api.cashfree.com", "is not Cashfree's"],
    ["CASHFREE_API_VERSION", "latest", "is no version"],
    ["VAPID_PUBLIC_KEY", newPushKeys().publicKey, "does not belong to VAPID_PRIVATE_KEY"],
    ["VAPID_PUBLIC_KEY", "AAAA", "is no key"],
    ["VAPID_PRIVATE_KEY", "a key", "is no key"],
    ["PUSH_BASE_URL", "http://127.0.0.1:8027", "take it away"],
    ["COLLEGE_DOMAINS", "college.edu, @student.college.edu", "has @student.college.edu, which is no domain"],
    ["RATE_LIMIT_SCALE", "1000", "loosens the limits of everybody"],
  ])("%s may not be %s", (name, value, problem) => {
    expect(problems({ ...whole, [name]: value })).toEqual({ [name]: expect.stringContaining(problem) });
  });

  test("a key with its line breaks is as good as one on one line", () => {
    const lines = jwtPrivateKey.replace("KEY----- ", "KEY-----\n").replace(" -----END", "\n-----END");
    expect(problems({ ...whole, JWT_PRIVATE_KEY: lines })).toEqual({});
  });

  test("a mistyped name is noticed", () => {
    expect(unknownSettings({ ...whole, RESEND_KEY: "re_1", AUTH_LOG_LEVEL: "ERROR" })).toEqual(["RESEND_KEY"]);
  });
});

describe("the settings of the page", () => {
  test.each([
    [{}, { VITE_CONVEX_URL: "is not set." }],
    [{ VITE_CONVEX_URL: "https://other-otter-1.convex.cloud" }, { VITE_CONVEX_URL: `is not this deployment, ${url}.` }],
    [
      { VITE_CONVEX_URL: url, VITE_CASHFREE_MODE: "sandbox" },
      { VITE_CASHFREE_MODE: expect.stringContaining("another world") },
    ],
    [
      { VITE_CONVEX_URL: url, VITE_ANALYTICS_DOMAIN: "a.in" },
      { VITE_ANALYTICS_DOMAIN: expect.stringContaining("without") },
    ],
    [{ VITE_CONVEX_URL: `${url}/`, VITE_CASHFREE_MODE: "production" }, {}],
  ])("%j", (page, expected) => {
    expect(listed(lookAtPage(page, { url, settings: whole }))).toEqual(expected);
  });
});

describe("the command", () => {
  let deployment: Deployment;
  // It bundles the commands and runs the stock command line, which is slow on a busy machine.
  vi.setConfig({ testTimeout: 90_000 });
  beforeAll(async () => {
    deployment = await Deployment.create();
  }, 60_000);
  afterAll(() => deployment.remove(), 60_000);

  test("asks a deployment, makes its keys once, and is content when all is there", async () => {
    const first = await doctor(deployment);
    expect(first.code).toBe(1);
    expect(first.out).toContain(`To mend: ${Object.keys(whole).join(", ")}.`);

    expect(await doctor(deployment, "--make-keys")).toMatchObject({ code: 0 });
    const { JWT_PRIVATE_KEY: _, JWKS: __, VAPID_PUBLIC_KEY: ___, VAPID_PRIVATE_KEY: ____, ...others } = whole;
    await deployment.setEnvironment(others);
    expect(await doctor(deployment)).toMatchObject({ code: 0, out: expect.stringContaining("Nothing is missing.") });

    const before = await deployment.cli(["env", "get", "JWKS"]);
    const again = await doctor(deployment, "--make-keys");
    expect([again.code, await deployment.cli(["env", "get", "JWKS"])]).toEqual([1, before]);
    expect(again.out).toContain("nothing was changed");
  });

  test("says in words that a key is wrong", async () => {
    const { code, out } = await doctor(deployment, "--admin-key", `${ADMIN_KEY}x`);
    expect(code).toBe(1);
    expect(out).toContain(`${deployment.cloudUrl} could not be asked.`);
    expect(out).not.toMatch(/^\s+at /m);
  });

  test.each([
    ["http://127.0.0.1:1", "cannot be reached."],
    ["happy-otter", "is no address."],
  ])("says so when there is nothing at %s", async (nowhere, problem) => {
    const { code, out } = await doctor(deployment, "--url", nowhere);
    expect([code, out.trim()]).toEqual([1, `${nowhere} ${problem}`]);
  });

  test("shows no secret", async () => {
    await deployment.setEnvironment({ CASHFREE_CLIENT_SECRET: "canary-secret", JWKS: "canary" });
    const { out } = await doctor(deployment);
    expect(out).toContain("To mend: JWKS.");
    expect(out).not.toMatch(/canary|BEGIN PRIVATE KEY/);
  });
});

function problems(values: Partial<Record<string, string>>) {
  return listed(lookAtDeployment(values, false));
}

function listed(findings: { name: string; problem?: string }[]) {
  return Object.fromEntries(findings.flatMap(({ name, problem }) => (problem === undefined ? [] : [[name, problem]])));
}

function doctor(deployment: Deployment, ...options: string[]): Promise<{ code: number | null; out: string }> {
  const root = path.dirname(import.meta.dirname);
  const args = ["scripts/run.mjs", "doctor", "--url", deployment.cloudUrl, "--admin-key", ADMIN_KEY, ...options];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  let out = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (out += chunk.toString()));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, out })));
}
