/** The names of the three tabs. */
export const words = {
  navigation: "Main",
  home: "Front page",
  swipe: "Swipe",
  matches: "Matches",
  profile: "Profile",
} as const;
