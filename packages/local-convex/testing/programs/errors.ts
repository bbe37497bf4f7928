/**
 * Errors that the two engines word differently. The rules check the real backend's messages. All other errors must have
 * equal messages.
 */
const KINDS: [kind: string, words: RegExp][] = [
  ["invalid json", /^(Received )?invalid json/],
  ["no id", /Unable to decode ID|^no id$/],
  ["id of another table", /expected to be an Id<|expected ID in table/],
  [
    "no document",
    /(Update|Replace|Delete) on nonexistent document|(Patch|Replace) on non-existent document|Delete on non-existent doc/,
  ],
  ["misfit", /does not match the schema|^Validator error|^Cannot convert undefined or null to object$/],
  ["system field", /starts with an underscore|^system field$/],
  ["too nested", /^Document is too nested|^too nested$/],
  ["system value", /^Provided (document ID|creation time) .* doesn't match|^Provided `_(id|creationTime)` field/],
  ["range", /index range|index fields in order|`range` can only|doesn't index this field|used in `withIndex`/],
  ["no index", /^Index \S+ not found|^Cannot use index/],
  ["second page", /multiple paginated queries/],
  ["not unique", /^unique\(\) query returned more than one result/],
  ["not a Boolean", /as a Boolean$|^EvalError: not a Boolean/],
  ["not to be calculated", /^Cannot (add|subtract|multiply|divide|mod|negate) |^EvalError: /],
];

/** Returns the subject of an error message. */
export function kindOf(message: string): string {
  return KINDS.find(([, pattern]) => pattern.test(message))?.[0] ?? message;
}
