/** Where somebody stands with the product, as far as this page knows. */
export type Standing =
  | "checking"
  | "leaving"
  | "signedOut"
  | "ended"
  | "unknown"
  | "noProfile"
  | "pending"
  | "rejected"
  | "suspended"
  | "approved";

/** The rooms with a door: each screen of an attendee is in one of them. */
export type Room = "auth" | "create" | "waiting" | "member";

/** What the door does: let through, hold with the screen's outline, say that loading failed, or send elsewhere. */
export type Verdict = "enter" | "wait" | "trouble" | `/${string}`;

type Session = { isLoading: boolean; isAuthenticated: boolean; isLeaving: boolean };
type Answer =
  | { status: "pending" }
  | { status: "error"; isEnded: boolean }
  | {
      status: "success";
      profileCompleted: boolean;
      moderationStatus: "pending" | "approved" | "rejected" | "suspended";
    };

/** One word for a session and the deployment's answer to "who am I". */
export function standingOf(session: Session, answer: Answer): Standing {
  if (session.isLeaving) return "leaving";
  if (session.isLoading) return "checking";
  if (!session.isAuthenticated) return "signedOut";
  if (answer.status === "pending") return "checking";
  if (answer.status === "error") return answer.isEnded ? "ended" : "unknown";
  if (answer.moderationStatus !== "pending") return answer.moderationStatus;
  return answer.profileCompleted ? "pending" : "noProfile";
}

/** Whether somebody who stands so may enter the room, and where to go instead. */
export function verdict(standing: Standing, room: Room): Verdict {
  switch (standing) {
    case "checking":
    case "leaving":
    case "ended":
      return "wait";
    case "unknown":
      return "trouble";
    case "signedOut":
      return room === "auth" ? "enter" : "/auth";
    case "noProfile":
      return room === "create" ? "enter" : "/create-profile";
    case "pending":
    case "rejected":
    case "suspended":
      return room === "waiting" ? "enter" : "/moderation-pending";
    case "approved":
      return room === "member" ? "enter" : homeFrom(room);
  }
}

function homeFrom(room: Room): Verdict {
  return room === "create" ? "/profile" : "/swipe";
}
