import convex from "@convex-dev/eslint-plugin";
import js from "@eslint/js";
import a11y from "eslint-plugin-jsx-a11y";
import hooks from "eslint-plugin-react-hooks";
import ts from "typescript-eslint";
import { directions, house } from "./scripts/directions.js";
import { filePaths } from "./scripts/filePaths.js";

const code = ["**/*.{ts,tsx}"];
const tests = ["**/*.{test,testing}.{ts,tsx}", "**/testing.ts", "e2e/**"];
/** What one file of `convex/` alone does. */
const onlyIn = {
  // What a person is found by follows from their profile.
  "convex/model/rows/profiles.ts": {
    selector: "CallExpression[callee.property.name=/^(insert|patch|replace|delete)$/][arguments.0.value='profiles']",
    message: "Profiles are written by convex/model/rows/profiles.ts alone.",
  },
  // So no function hashes a password that was not counted on a budget.
  "convex/model/throttle/budgets.ts": {
    selector:
      "TSAsExpression TSTypeReference Identifier[name=/^hashPermit$/i], TSAsExpression TSTypeQuery Identifier[name='hashPermit']",
    message: "Permits for password hashes are made by convex/model/throttle/budgets.ts alone.",
  },
  "convex/model/auth/secrets.ts": {
    selector: "MemberExpression[property.name='deriveBits']",
    message: "Passwords are hashed by convex/model/auth/secrets.ts alone.",
  },
};
const noOtherClock = {
  selector:
    ":matches(MemberExpression[object.name='Intl'][property.name='DateTimeFormat'], MemberExpression[property.name=/^toLocale(Date|Time)String$/])",
  message: "Times are written by convex/shared/clock.ts alone: the festival's zone, 24 hours.",
};
const noBarrels = { selector: "ExportAllDeclaration", message: "No barrels: import from where it is." };
const noBareCalls = {
  selector: "CallExpression[callee.object.name='convex'][callee.property.name=/^(mutation|action)$/]",
  message: "The client queues it without a connection. A person's act goes through src/lib/acts.ts.",
};

export default ts.config(
  { ignores: ["**/dist", ".local", "coverage", "screens", "test-results", "playwright-report", "convex/_generated"] },
  { linterOptions: { reportUnusedDisableDirectives: "error", noInlineConfig: true } },
  js.configs.recommended,
  {
    files: ["**/*.{js,mjs}"],
    languageOptions: { globals: { console: false, process: false, URL: false, fetch: false, setTimeout: false } },
  },
  {
    files: ["dev/standIns/*/page/*.js"],
    languageOptions: {
      globals: { document: false, EventSource: false, navigator: false, location: false, history: false },
    },
  },
  {
    files: code,
    extends: [ts.configs.strict],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // What a person forgets most often in code full of promises; the rest of the type-checked sets costs more than it finds.
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": [
        "error",
        { checksVoidReturn: { attributes: false, arguments: false } },
      ],
      "@typescript-eslint/await-thenable": "error",
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      // The compiler says so, too.
      "@typescript-eslint/no-unused-vars": "off",
      "@typescript-eslint/consistent-type-imports": [
        "error",
        { fixStyle: "inline-type-imports", disallowTypeAnnotations: false },
      ],
      // Otherwise the module would be fetched where only its types are used.
      "@typescript-eslint/no-import-type-side-effects": "error",
      "no-restricted-syntax": ["error", noBarrels],
      eqeqeq: "error",
      "max-lines": ["error", { max: 250, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ["**/*.{ts,tsx,js,mjs}"],
    plugins: { house },
    rules: Object.fromEntries(Object.keys(directions).map((name) => [`house/${name}`, "error"])),
  },
  {
    // It runs on macOS and Windows too.
    files: ["packages/local-convex/**/*.{ts,tsx,mjs}"],
    // Where paths are made; where Linux alone is asked, with an answer for the others; what only tests run.
    ignores: ["**/paths{,.test}.{mjs,ts}", "**/processorTime.ts", "packages/local-convex/testing/diskWithoutSpace.mjs"],
    plugins: { paths: { rules: { files: filePaths } } },
    rules: { "paths/files": "error" },
  },
  {
    files: ["{src,packages/local-convex/dashboard}/**/*.{ts,tsx}"],
    // What these rules look for harms people who use a screen, and to look takes long.
    ignores: tests,
    extends: [hooks.configs.flat.recommended, a11y.flatConfigs.strict],
  },
  {
    // An act that is given up is never sent, and Back closes whatever is open: each has one place that sees to it.
    files: ["src/**/*.{ts,tsx}"],
    ignores: ["src/lib/acts.ts", "src/components/Layer.tsx", ...tests],
    rules: {
      "no-restricted-imports": [
        "error",
        { name: "convex/react", importNames: ["useMutation", "useAction"], message: "Import it from src/lib/acts.ts." },
        {
          name: "radix-ui",
          importNames: ["Dialog", "Popover", "DropdownMenu"],
          message: "Use src/components/Layer.tsx.",
        },
      ],
    },
  },
  {
    files: ["src/**/*.{ts,tsx}"],
    // Outboxes, which show what waits; and what nobody waits for.
    ignores: [
      "src/lib/acts.ts",
      "src/features/{chat/ChatOutbox,swipes/SwipeOutbox}.tsx",
      "src/features/{door/useDoorChecks,swipes/sendSwipe}.ts",
      "src/features/{chat/usePresence,moderator/useClaim,payments/useVerification,swipes/useDeck}.ts",
      ...tests,
    ],
    rules: { "no-restricted-syntax": ["error", noBarrels, noBareCalls] },
  },
  {
    files: ["convex/**/*.ts"],
    plugins: { "@convex-dev": convex },
    rules: {
      "@convex-dev/no-old-registered-function-syntax": "error",
      "@convex-dev/require-args-validator": "error",
      "@convex-dev/explicit-table-ids": "error",
      "@convex-dev/no-schema-import-cycle": "error",
      // Convex Auth looks its own tables up by a pair of indexes of which one begins the other.
      "@convex-dev/no-duplicate-indexes": "off",
      "@convex-dev/no-process-env": "error",
      "@convex-dev/no-filter-in-query": "error",
      "@convex-dev/no-top-of-hour-crons": "error",
      "@convex-dev/no-collect-in-query": "error",
    },
  },
  {
    files: ["convex/**/*.ts"],
    ignores: tests,
    rules: { "no-restricted-syntax": ["error", noBarrels, noOtherClock, ...Object.values(onlyIn)] },
  },
  {
    // Two people at one screen read one time, wherever their phones think that they are.
    files: ["src/**/*.{ts,tsx}"],
    ignores: tests,
    rules: { "no-restricted-syntax": ["error", noBarrels, noOtherClock] },
  },
  {
    files: ["convex/shared/{clock,festival}.ts"],
    rules: { "no-restricted-syntax": ["error", noBarrels, ...Object.values(onlyIn)] },
  },
  ...Object.keys(onlyIn).map((file) => ({
    files: [file],
    rules: {
      "no-restricted-syntax": [
        "error",
        noBarrels,
        noOtherClock,
        ...Object.entries(onlyIn).flatMap(([owner, rule]) => (owner === file ? [] : rule)),
      ],
    },
  })),
  {
    files: tests,
    rules: { "max-lines": "off", "@convex-dev/no-process-env": "off", "@convex-dev/no-collect-in-query": "off" },
  },
  {
    // Playwright reads from the pattern which fixtures a fixture needs.
    files: ["e2e/**"],
    rules: { "no-empty-pattern": ["error", { allowObjectPatternsAsParameters: true }] },
  },
  {
    // An index that the line before made sure of; in the product itself that is said otherwise.
    files: ["packages/**", "dev/**", "deploy/**", ...tests],
    rules: { "@typescript-eslint/no-non-null-assertion": "off", "@typescript-eslint/no-dynamic-delete": "off" },
  },
  {
    // One dialect: `#private` fields, set in the constructor; `interface` for the shape of an object.
    files: ["packages/**/*.ts", "dev/**/*.ts", "deploy/**/*.ts"],
    rules: {
      "@typescript-eslint/parameter-properties": "error",
      "@typescript-eslint/consistent-type-definitions": ["error", "interface"],
      "no-restricted-syntax": [
        "error",
        noBarrels,
        { selector: "[accessibility='private']:not([kind='constructor'])", message: "Write #name." },
      ],
    },
  },
);
