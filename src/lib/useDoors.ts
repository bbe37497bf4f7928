import { maySell, maySignUp } from "../../convex/shared/festival";
import { useFestival } from "./festival";
import { useMinute } from "./useMinute";

/** Whether one may sign up and buy now, live. The deployment decides again. */
export function useDoors(): { signUps: boolean; sales: boolean } {
  const festival = useFestival();
  const now = useMinute();
  return { signUps: maySignUp(festival, now), sales: maySell(festival, now) };
}
