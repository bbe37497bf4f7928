/** The texts of notifications. Anybody near a locked phone can read them. So they name the other person only for users who chose it. */
import type { Infer } from "convex/values";
import type { notification } from "../../validators/push";

type Notification = Pick<Infer<typeof notification>, "kind" | "tag" | "matchId" | "count">;
/** A notification on the screen. A tap opens `path`. */
type Content = { title: string; body: string; tag: string; path: string };

/** Returns the texts of a notification. `name`: the other person of the match, for users who chose to see it. */
export function contentOf({ kind, tag, matchId, count }: Notification, name: string | null): Content {
  const several = count > 1;
  switch (kind) {
    case "match":
      return {
        title: several
          ? `You have ${count} new matches`
          : name
            ? `You and ${name} are a match`
            : "You have a new match",
        body: several ? "See who they are." : "Say hello while you're both around.",
        tag,
        path: "/matches",
      };
    case "message":
      return {
        title: name ? `${name} wrote to you` : several ? "You have new messages" : "You have a new message",
        body: "Open the chat to read and reply.",
        tag,
        path: matchId ? `/matches/${matchId}` : "/matches",
      };
    case "likes":
      return { title: "You have new likes", body: "See who likes you.", tag, path: "/matches?tab=likes" };
    case "approval":
      return { title: "There is news about your profile", body: "Open the app to see it.", tag, path: "/profile" };
    case "announcement":
      return { title: "There is news from the festival", body: "Open the app to see it.", tag, path: "/swipe" };
  }
}
