import type { FunctionReturnType } from "convex/server";
import type { api } from "../../convex/_generated/api";
import { neededContext } from "../lib/neededContext";

export type OwnStaff = FunctionReturnType<typeof api.staff.me>;

/** The hook returns the signed-in moderator or organiser, live. Only below a `StaffGuard`. */
export const [StaffContext, useStaff] = neededContext<OwnStaff>("StaffGuard");

/** The first screen of each kind after signing in. */
export const homes = { moderator: "/moderator/dashboard", organiser: "/organiser" } as const;
