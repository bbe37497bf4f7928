/** What every page that is only read says by itself. */
export const pageWords = {
  inForceSince: "In force since",
  contents: "On this page",
} as const;
