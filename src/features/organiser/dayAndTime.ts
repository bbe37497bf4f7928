/** A time in ms as "18 Dec, 6:05 pm". */
export function dayAndTime(instant: number): string {
  return shape.format(instant);
}

const shape = new Intl.DateTimeFormat("en-IN", { day: "numeric", month: "short", hour: "numeric", minute: "2-digit" });
