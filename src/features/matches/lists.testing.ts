import { api } from "../../../convex/_generated/api";
import { deployment, showTo } from "../../testing/page";
import { member, type Card, type Match } from "../../testing/people";

/** Shows a member their matches and pending likes. */
export function showMatches(matches: Match[], likes: Card[] = [], path = "/matches") {
  deployment.answer(api.matches.list, matches);
  deployment.answer(api.matches.pendingLikes, likes);
  showTo(member(), path);
}
