/** The guards of functions and routes, named after the people they let pass. */
export const guardNames = ["user", "member", "staff", "moderator", "organiser"] as const;
export type GuardName = (typeof guardNames)[number];

/** Who may call a function: anyone, or the people a guard lets pass. */
export type Who = "anyone" | GuardName;
