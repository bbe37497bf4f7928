import { atFestival } from "../../../convex/shared/festival";
import { useFestival } from "../../lib/festival";
import { useMinute } from "../../lib/useMinute";
import { words } from "./words";
import { timeText } from "../../lib/clock";

/** In the place of the form, while nobody may sign up. */
export function SignUpsClosed() {
  const festival = useFestival();
  const now = useMinute();
  const opens = festival.signUps === "between" ? atFestival(festival, festival.signUpsFrom) : null;
  return (
    <div role="status" className="flex flex-col gap-1 rounded-md border-2 border-line bg-raised px-5 py-4">
      <h2 className="text-lead">{words.signUpsClosed}</h2>
      {opens !== null && opens > now && <p>{words.signUpsOpenAt(timeText(opens, "longDayTime"))}</p>}
      <p className="text-soft">{words.signUpsClosedText}</p>
    </div>
  );
}
