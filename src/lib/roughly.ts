/** Formats a duration as "10 minutes", "2 hours" or "more than a day", rounded to five minutes. */
export function roughly(milliseconds: number): string {
  const minutes = Math.max(5, Math.round(milliseconds / 300_000) * 5);
  if (minutes < 60) return `${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  if (hours >= 24) return "more than a day";
  return hours === 1 ? "an hour" : `${hours} hours`;
}
