/** What /matches and the match moment say. */
export const words = {
  title: "Matches",
  matches: (count: number | undefined, isMore: boolean) => withCount("Matches", count, isMore),
  pendingLikes: (count: number | undefined, isMore: boolean) => withCount("Pending Likes", count, isMore),
  showMore: "Show more",
  noMatches: "No matches yet",
  noMatchesText: "When you and somebody else both say yes, they appear here.",
  failedMatches: "Failed to get matches",
  failedLikes: "Failed to get pending likes",
  tryAgain: "Try Again",
  startSwiping: "Start swiping",
  noLikes: "No pending likes",
  noLikesText: "Whoever likes you waits here for your answer.",
  chatWith: (name: string) => `Chat with ${name}:`,
  unmatch: "Unmatch",
  unmatchNamed: (name: string) => `Unmatch ${name}`,
  unmatchQuestion: (name: string) => `Unmatch ${name}?`,
  unmatchText:
    "It ends for both of you, for good: you will not meet here again. If something was wrong, report them instead: afterwards you cannot.",
  reportInstead: "Report instead",
  report: "Report",
  reportNamed: (name: string) => `Report ${name}`,
  keep: "Keep",
  unmatched: "Successfully unmatched",
  failedUnmatch: "Failed to unmatch",
  meetingSafely: "Meeting safely",
  meetingSafelyText: "Meet where people are, tell a friend where you go, and leave whenever you want to.",
  helpPoint: (place: string) => `Help at the festival: ${place}`,
  helplines: [
    { number: "112", name: "Emergency" },
    { number: "1091", name: "Women’s helpline" },
  ],
  accept: "Accept",
  acceptNamed: (name: string) => `Accept ${name}`,
  reject: "Reject",
  rejectNamed: (name: string) => `Reject ${name}`,
  itsAMatch: "It's a match! 🎉",
  accepted: "Like accepted!",
  rejected: "Like rejected",
  failedRespond: "Failed to respond to like",
  moment: "It's a match!",
  momentText: (name: string) => `You and ${name} like each other. Say hello.`,
  moreMoments: (count: number) => (count === 1 ? "1 more match waits" : `${count} more matches wait`),
  isNew: "New",
  sayHello: "Say hello",
  keepSwiping: "Keep Swiping",
  viewMatches: "View Matches",
} as const;

/** The number once it is known. */
function withCount(name: string, count: number | undefined, isMore: boolean): string {
  return count === undefined ? name : `${name} (${count}${isMore ? "+" : ""})`;
}
