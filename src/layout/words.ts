export const words = {
  navigation: "Main",
  home: "Front page",
  swipe: "Swipe",
  matches: "Matches",
  profile: "Profile",
  /** "1 new match, 2 new likes" */
  newCounts: ({ matches, likes, unread }: { matches: number; likes: number; unread: number }) =>
    [
      counted(matches, "new match", "new matches"),
      counted(likes, "new like", "new likes"),
      counted(unread, "unread message", "unread messages"),
    ]
      .filter((part) => part !== "")
      .join(", "),
  staffSignOut: "Sign Out",
} as const;

function counted(count: number, one: string, many: string): string {
  if (count === 0) return "";
  return count === 1 ? `1 ${one}` : `${count} ${many}`;
}
