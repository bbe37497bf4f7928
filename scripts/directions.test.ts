import { readdir } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { directions, importRule, layers } from "./directions.js";

const root = path.dirname(import.meta.dirname);
/** Direction → an importing file, and imports that it refuses. Linting the sources shows that it allows the others. */
const cases: Record<string, [file: string, ...refused: string[]]> = {
  "e2e-imports-nothing-of-the-product": ["e2e/main.spec.ts", "../convex/shared/limits", "../dev/env"],
  "dev-imports-package-deploy": ["dev/start.ts", "../convex/schema", "../packages/local-convex/src/deployment"],
  "stand-ins-import-stand-ins": ["dev/standIns/resend/server.ts", "local-convex", "../../env"],
  "seed-imports-shared": ["dev/seed/seed.ts", "local-convex", "../start", "../../convex/model/deck"],
  "deploy-imports-deploy": ["deploy/doctor.ts", "../dev/env", "local-convex"],
  "package-knows-no-product": [
    "packages/local-convex/src/deployment.ts",
    "../../../convex/schema",
    "zod",
    "../dashboard/App",
  ],
  "dashboard-knows-the-contract": [
    "packages/local-convex/dashboard/App.tsx",
    "../src/deployment",
    "../src/contract/core",
    "ws",
  ],
  ...Object.fromEntries(
    ["deploy", "sync", "server", "worker", "execution", "modules", "storage", "database", "contract"].map(
      (folder, index, folders) => [
        `package-${folder}-imports-downwards`,
        [
          `packages/local-convex/src/${folder}/here.ts`,
          "../deployment",
          index === 0 ? "../cli" : `../${folders[index - 1]}/there`,
        ],
      ],
    ),
  ),
  "only-the-driver-knows-sqlite": [
    "packages/local-convex/src/database/store.ts",
    "node:sqlite",
    "@photostructure/sqlite",
  ],
  "src-imports-generated-and-shared": ["src/lib/session.ts", "../../convex/model/deck", "node:fs"],
  "features-do-not-import-app": ["src/features/swipes/SwipeScreen.tsx", "../../App"],
  "session-does-not-import-features": ["src/session/RouteGuard.tsx", "../features/payments/UpgradeScreen", "../App"],
  "components-do-not-import-session": [
    "src/components/Button.tsx",
    "../features/swipes/useSwipe",
    "../session/useAttendee",
  ],
  "lib-imports-lib": ["src/lib/errors.ts", "../components/Button", "../session/client"],
  "convex-imports-convex": ["convex/model/deck/deck.ts", "../../../src/lib/errors", "../../../dev/env", "react"],
  "http-imports-words": ["convex/rest/auth.ts", "../model/deck", "../services/email"],
  "words-import-functions-model-services": ["convex/swipes.ts", "./rest/routes", "./matches"],
  "functions-import-model": ["convex/functions.ts", "./swipes", "./http", "./services/email"],
  "model-imports-shared": ["convex/model/deck/deck.ts", "../../swipes", "../../functions", "node:fs"],
  "model-imports-downwards": ["convex/model/swipes/swipes.ts", "../matches", "../people/people", "../unlisted/rule"],
  "services-import-shared": ["convex/services/email.ts", "../model/deck", "../auth"],
  "only-actions-use-services": ["convex/model/resets.ts", "../services/email"],
  "shared-is-pure": ["convex/shared/limits.ts", "../model/deck", "node:crypto", "react"],
};

test("every direction has a case here", () => {
  expect(Object.keys(cases).sort()).toEqual(Object.keys(directions).sort());
});

test.each(Object.keys(cases))("%s", (direction) => {
  const [file, ...refused] = cases[direction]!;
  for (const target of refused) expect(brokenBy(file, target), target).toContain(direction);
});

test("every word of model/ is in exactly one layer", async () => {
  const files = await readdir(path.join(root, "convex/model"));
  expect(layers.join(" ").split(" ").sort()).toEqual(files.map((file) => path.parse(file).name).sort());
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
