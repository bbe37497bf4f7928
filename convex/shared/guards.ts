/** The guards of functions and routes, by the people that they let pass. */
export const guardNames = ["user", "member", "staff", "moderator", "organiser"] as const;
export type GuardName = (typeof guardNames)[number];

/** Who may call a function: everybody, or the people that a guard lets pass. */
export type Who = "anyone" | GuardName;
