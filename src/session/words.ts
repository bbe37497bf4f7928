/** What the session says by itself. A second language is a second file like this one. */
export const words = {
  expired: "Session expired. Please login again.",
  noUser: "Failed to get user data",
} as const;
