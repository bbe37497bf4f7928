/** What stands in every page that is only read. */
export const pageWords = {
  inForceSince: "In force since",
  contents: "On this page",
} as const;
