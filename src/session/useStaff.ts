import type { FunctionReturnType } from "convex/server";
import { createContext, useContext } from "react";
import type { api } from "../../convex/_generated/api";

export type OwnStaff = FunctionReturnType<typeof api.staff.me>;

export const StaffContext = createContext<OwnStaff | null>(null);

/** Returns the signed-in moderator or organiser, live. Only below a `StaffGuard`. */
export function useStaff(): OwnStaff {
  const me = useContext(StaffContext);
  if (me === null) throw new Error("useStaff needs a StaffGuard above");
  return me;
}

/** The first screen of each kind after signing in. */
export const homes = { moderator: "/moderator/dashboard", organiser: "/organiser" } as const;
