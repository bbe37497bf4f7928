import { maySell, maySignUp } from "../../convex/shared/festival";
import type { FestivalPage } from "../../convex/shared/festivalTexts";
import { useFestival } from "./festival";
import { useClockOffset } from "./serverClock";
import { useMinute } from "./useMinute";

/** Returns whether sign-ups and sales are open now, live. A phone's clock alone closes neither. The deployment checks again. */
export function useOpenNow(): { signUps: boolean; sales: boolean } {
  const festival = useFestival();
  const now = useMinute();
  const byPhone = openAt(festival, now);
  const offset = useClockOffset(!byPhone.signUps || !byPhone.sales);
  return openAt(festival, now + offset);
}

function openAt(festival: FestivalPage, now: number) {
  return { signUps: maySignUp(festival, now), sales: maySell(festival, now) };
}
