import { listTime } from "./days";
import { useToday } from "./useToday";

export function LastTime({ at }: { at: number }) {
  const today = useToday();
  return (
    <span className="ml-auto shrink-0 pl-1 text-note font-normal text-soft tabular-nums">{listTime(at, today)}</span>
  );
}
