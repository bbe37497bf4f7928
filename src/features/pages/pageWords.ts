export const pageWords = {
  inForceSince: "In force since",
  contents: "On this page",
} as const;
