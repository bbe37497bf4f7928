import { limits } from "../../../convex/shared/limits";
import { ownWords as words } from "./ownWords";
import { timeText } from "../../lib/clock";

export function DailySwipes({ left, resetAt }: { left: number; resetAt: number }) {
  return (
    <section className="rounded-lg border-2 border-line bg-raised p-5">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="text-lead">{words.swipes}</h2>
        <p className="font-semibold whitespace-nowrap tabular-nums">{words.swipesLeft(left)}</p>
      </div>
      <div
        role="meter"
        aria-label={words.swipes}
        aria-valuemin={0}
        aria-valuemax={limits.swipesPerDay}
        aria-valuenow={left}
        aria-valuetext={words.swipesLeft(left)}
        className="mt-3 flex gap-1.5"
      >
        {Array.from({ length: limits.swipesPerDay }, (_, swipe) => (
          <span key={swipe} className={`h-3 flex-1 rounded-full ${swipe < left ? "band" : "bg-sunken"}`} />
        ))}
      </div>
      <p className="mt-3 text-note text-soft">{words.swipesReset(timeText(resetAt, "time"))}</p>
    </section>
  );
}
