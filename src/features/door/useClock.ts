import { useFestival } from "../../lib/festival";

/** How times of the door are written: in ms to "18:04", by the festival's clock. */
export function useClock(): (at: number) => string {
  const { timeZone } = useFestival();
  const shape = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" });
  return (at) => shape.format(at);
}
