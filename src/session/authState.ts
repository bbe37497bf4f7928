/** The user's state as far as this page knows. */
export type AuthState =
  | "checking"
  | "signedOut"
  | "expired"
  | "failed"
  | "noProfile"
  | "pending"
  | "rejected"
  | "suspended"
  | "approved";

/** The guarded areas. Each guarded screen of an attendee is in one. */
export type Area = "auth" | "createProfile" | "moderation" | "member";

/** Show the screen, wait with its skeleton, show that loading failed, or redirect to a path. */
export type GuardDecision = "show" | "wait" | "error" | `/${string}`;

type Session = { isLoading: boolean; isAuthenticated: boolean };
type MeResult =
  | { status: "pending" }
  | { status: "error"; isExpired: boolean }
  | {
      status: "success";
      profileCompleted: boolean;
      moderationStatus: "pending" | "approved" | "rejected" | "suspended";
    };

/** Combines a session and the result of `profiles.me` into one state. */
export function authStateOf(session: Session, me: MeResult): AuthState {
  if (session.isLoading) return "checking";
  if (!session.isAuthenticated) return "signedOut";
  if (me.status === "pending") return "checking";
  if (me.status === "error") return me.isExpired ? "expired" : "failed";
  if (me.moderationStatus !== "pending") return me.moderationStatus;
  return me.profileCompleted ? "pending" : "noProfile";
}

/** Returns whether a user in this state may see the area, or where to redirect. */
export function guardDecision(authState: AuthState, area: Area): GuardDecision {
  switch (authState) {
    case "checking":
    case "expired":
      return "wait";
    case "failed":
      return "error";
    case "signedOut":
      return area === "auth" ? "show" : "/auth";
    case "noProfile":
      return area === "createProfile" ? "show" : "/create-profile";
    case "pending":
    case "rejected":
    case "suspended":
      return area === "moderation" ? "show" : "/moderation-pending";
    case "approved":
      return area === "member" ? "show" : homeFrom(area);
  }
}

function homeFrom(area: Area): GuardDecision {
  return area === "createProfile" ? "/profile" : "/swipe";
}
