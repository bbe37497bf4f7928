/**
 * This repository's lint rules, as an oxlint plugin: `house/directions` for imports, `house/files` for paths, and the patterns below that
 * code must not contain.
 */
import { importRule } from "./directions.js";
import { filePaths } from "./filePaths.js";

const handler = "CallExpression[callee.type='Identifier'] > ObjectExpression:has(> Property[key.name='handler'])";
const query = "/^(query|withIndex|withSearchIndex|order)$/";

/** Rule → the message for each selector that it refuses. */
const patterns = {
  "no-barrels": { ExportAllDeclaration: "No barrels: import from the file that defines it." },
  "private-names": {
    "[accessibility='private']:not([kind='constructor'])": "Write #name.",
  },
  "one-clock": {
    ":matches(MemberExpression[object.name='Intl'][property.name='DateTimeFormat'], MemberExpression[property.name=/^toLocale(Date|Time)String$/])":
      "Only convex/shared/clock.ts formats times: in the festival's zone, with 24 hours.",
  },
  "acts-only": {
    "CallExpression[callee.object.name='convex'][callee.property.name=/^(mutation|action)$/]":
      "The client queues it without a connection. A person's act goes through src/lib/acts.ts.",
  },
  // A profile's search keys follow from its fields.
  "profile-writes": {
    "CallExpression[callee.property.name=/^(insert|patch|replace|delete)$/][arguments.0.value='profiles']":
      "Only convex/model/rows/profiles.ts writes profiles.",
  },
  // Each password hash counts against a budget.
  "hash-permits": {
    ":matches(TSAsExpression TSTypeReference Identifier[name=/^hashPermit$/i], TSAsExpression TSTypeQuery Identifier[name='hashPermit'])":
      "Only convex/model/throttle/budgets.ts makes permits for password hashes.",
  },
  "password-hashes": {
    "MemberExpression[property.name='deriveBits']": "Only convex/model/auth/secrets.ts hashes passwords.",
  },
  "validated-functions": {
    [`${handler}:not(:has(> Property[key.name='args']))`]: "A Convex function needs `args`.",
    [`${handler}:not(:has(> Property[key.name='returns']))`]: "A Convex function needs `returns`.",
    "CallExpression[callee.name=/^(?!http).*(query|mutation|action)$/i] > :matches(ArrowFunctionExpression, FunctionExpression)":
      "Register a Convex function as an object with `args`, `returns` and `handler`.",
  },
  "named-tables": {
    "CallExpression[callee.property.name=/^(get|delete)$/][arguments.length=1]:matches([callee.object.property.name='db'], [callee.object.name='db'])":
      "Name the table first.",
    "CallExpression[callee.property.name=/^(patch|replace)$/][arguments.length=2]:matches([callee.object.property.name='db'], [callee.object.name='db'])":
      "Name the table first.",
  },
  "no-query-filter": {
    [`CallExpression[callee.property.name='filter'][callee.object.callee.property.name=${query}]`]:
      "Read by an index, not by a filter.",
    "CallExpression[callee.property.name='filter'] > ArrowFunctionExpression CallExpression[callee.property.name='field']":
      "Read by an index, not by a filter.",
  },
  "no-collect": {
    "CallExpression[callee.property.name='collect'][arguments.length=0]": "Read with take and a limit.",
  },
  "no-process-env": {
    "MemberExpression[object.name='process'][property.name='env']": "Read settings from env of _generated/server.",
  },
  // At the full hour, outside services are busy with other products' jobs.
  "no-full-hour-crons": {
    "CallExpression[callee.property.name=/^(hourly|daily|weekly|monthly)$/] Property[key.name='minuteUTC'] > Literal[value=0]":
      "Choose a minute other than 0.",
    "CallExpression[callee.property.name='cron'] > Literal[value=/^0+([- /,]|$)/]": "Choose a minute other than 0.",
  },
};

export default {
  meta: { name: "house" },
  rules: {
    directions: importRule,
    files: filePaths,
    ...Object.fromEntries(Object.entries(patterns).map(([name, messages]) => [name, refuse(messages)])),
  },
};

function refuse(messages) {
  return {
    meta: { type: "problem", schema: [] },
    create: (context) =>
      Object.fromEntries(
        Object.entries(messages).map(([selector, message]) => [selector, (node) => context.report({ node, message })]),
      ),
  };
}
