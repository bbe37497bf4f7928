export const words = {
  expired: "Session expired. Please login again.",
  signedOut: "Signed out successfully",
  signOutFailed: "Failed to sign out",
  noUser: "Failed to get user data",
} as const;
