import { readdir } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { directions, floors, importRule } from "./directions.js";

const root = path.dirname(import.meta.dirname);
type Case = [rule: string, file: string, refused: string[], allowed: string[]];

/** Rule, importing file, refused imports, allowed imports. */
const cases: Case[] = [
  [
    "e2e-imports-nothing-of-the-product",
    "e2e/main.spec.ts",
    ["../convex/shared/limits", "../dev/env"],
    ["./people", "@playwright/test"],
  ],
  [
    "dev-imports-package-deploy",
    "dev/start.ts",
    ["../convex/schema", "../src/App", "../packages/local-convex/src/deployment"],
    ["local-convex", "./standIns/resend/server", "../deploy/securityHeaders"],
  ],
  [
    "stand-ins-import-stand-ins",
    "dev/standIns/resend/server.ts",
    ["local-convex", "../../env"],
    ["./inbox", "../http", "node:http"],
  ],
  [
    "seed-imports-shared",
    "dev/seed/seed.ts",
    ["local-convex", "../start", "../../convex/model/deck"],
    ["../../convex/shared/options"],
  ],
  [
    "deploy-imports-deploy",
    "deploy/doctor.ts",
    ["../dev/env", "local-convex"],
    ["./hosting", "../convex/shared/limits"],
  ],
  [
    "package-knows-no-product",
    "packages/local-convex/src/deployment.ts",
    ["../../../convex/schema", "../../../dev/env", "zod", "react", "../dashboard/App"],
    ["ws", "convex/values"],
  ],
  [
    "dashboard-knows-the-contract",
    "packages/local-convex/dashboard/App.tsx",
    ["../../../src/App", "../src/deployment", "../src/contract/core", "ws", "node:fs"],
    ["./Shell", "../src/contract/dashboard", "convex/react", "react"],
  ],
  ...["deploy", "sync", "server", "worker", "execution", "modules", "storage", "database", "contract"].map(
    (folder, index, folders): Case => [
      `package-${folder}-imports-downwards`,
      `packages/local-convex/src/${folder}/here.ts`,
      [`../${folders[index - 1] ?? "cli"}`, "../deployment"].map(
        (target) => `${target}${target === "../deployment" || index === 0 ? "" : "/there"}`,
      ),
      ["./beside", "../errors", ...(folder === "contract" ? [] : ["../contract/core"])],
    ],
  ),
  [
    "only-the-driver-knows-sqlite",
    "packages/local-convex/src/database/store.ts",
    ["node:sqlite", "@photostructure/sqlite"],
    ["./driver"],
  ],
  [
    "src-imports-generated-and-shared",
    "src/lib/session.ts",
    ["../../convex/model/deck", "node:fs"],
    ["../../convex/_generated/api"],
  ],
  ["features-do-not-import-app", "src/features/swipes/SwipeScreen.tsx", ["../../App"], ["../../components/Button"]],
  [
    "session-does-not-import-features",
    "src/session/RouteGuard.tsx",
    ["../features/payments/Receipt", "../layout/MemberLayout", "../App"],
    ["../components/Button", "../lib/errors", "./client"],
  ],
  [
    "components-do-not-import-session",
    "src/components/Button.tsx",
    ["../features/swipes/useSwipe", "../session/useAttendee"],
    ["../lib/errors"],
  ],
  ["lib-imports-lib", "src/lib/errors.ts", ["../components/Button", "../session/client"], ["./text"]],
  [
    "convex-imports-convex",
    "convex/model/deck/deck.ts",
    ["../../../src/lib/errors", "../../../dev/env", "react"],
    ["../../shared/limits"],
  ],
  ["http-imports-words", "convex/rest/auth.ts", ["../model/deck", "../services/email"], ["./endpoint", "../auth"]],
  [
    "words-import-functions-model-services",
    "convex/swipes.ts",
    ["./rest/routes", "./matches"],
    ["./functions", "./model/deck"],
  ],
  ["functions-import-model", "convex/functions.ts", ["./swipes", "./http", "./services/email"], ["./model/session"]],
  [
    "model-imports-shared",
    "convex/model/deck/deck.ts",
    ["../../swipes", "../../functions", "../../services/email", "node:fs"],
    ["../../shared/limits", "./cursor"],
  ],
  [
    "model-stands-on-floors",
    "convex/model/swipes/swipes.ts",
    ["../matches", "../people/people", "../unlisted/rule"],
    ["./pair", "../deck/cursor", "../festival/festival", "../outbox", "../../shared/limits"],
  ],
  [
    "services-import-shared",
    "convex/services/email.ts",
    ["../model/deck", "../auth"],
    ["../shared/festival", "resend"],
  ],
  ["only-actions-use-services", "convex/model/resets.ts", ["../services/email"], ["./outbox"]],
  ["shared-is-pure", "convex/shared/limits.ts", ["../model/deck", "node:crypto", "react"], ["./festival", "zod"]],
];

test("every direction has a case here", () => {
  expect(cases.map(([rule]) => rule).sort()).toEqual(Object.keys(directions).sort());
});

test.each(cases)("%s: %s", (rule, file, refused, allowed) => {
  for (const target of refused) expect(brokenBy(file, target), target).toContain(rule);
  for (const target of allowed) expect(brokenBy(file, target), target).toEqual([]);
});

test("every word of model/ is on exactly one floor", async () => {
  const files = await readdir(path.join(root, "convex/model"));
  expect(floors.join(" ").split(" ").sort()).toEqual(files.map((file) => path.parse(file).name).sort());
});

test("importing a service's type is allowed", () => {
  expect(brokenBy("convex/model/contact.ts", "../services/email", "type")).toEqual([]);
});

/** Returns the directions that refuse an import. */
function brokenBy(file: string, target: string, importKind = "value"): (string | undefined)[] {
  const messages: string[] = [];
  const { ImportDeclaration } = importRule.create({
    filename: path.join(root, file),
    sourceCode: { text: "" },
    report: ({ message }) => messages.push(message),
  });
  ImportDeclaration({ source: { value: target }, importKind });
  return messages.map((message) => /\(([^()]+)\)$/.exec(message)?.[1]);
}
