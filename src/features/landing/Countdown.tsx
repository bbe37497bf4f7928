import { useFestival } from "../../lib/festival";
import { useClockOffset } from "../../lib/serverClock";
import { useMinute } from "../../lib/useMinute";
import { words } from "./words";

export function Countdown() {
  const { startsAt } = useFestival();
  const now = useMinute() + useClockOffset(true);
  const minutes = Math.ceil(((startsAt ?? now) - now) / 60_000);
  const text =
    minutes >= DAY
      ? words.startsInDays(Math.ceil(minutes / DAY))
      : words.startsIn(Math.floor(minutes / 60), Math.max(0, minutes % 60));
  return <p className="font-poster text-title font-extrabold tabular-nums">{text}</p>;
}

const DAY = 24 * 60;
