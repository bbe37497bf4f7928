import { maySell, maySignUp } from "../../convex/shared/festival";
import { useFestival } from "./festival";
import { useMinute } from "./useMinute";

/** Returns whether sign-ups and sales are open now, live. The deployment checks again. */
export function useOpenNow(): { signUps: boolean; sales: boolean } {
  const festival = useFestival();
  const now = useMinute();
  return { signUps: maySignUp(festival, now), sales: maySell(festival, now) };
}
