import { counters } from "../../../../convex/shared/numbers";
import type { Span } from "./useNumbers";

/** The numbers as a CSV text: a line for each hour or day. Amounts in minor units. */
export function csvOf(spans: Span[]): string {
  const head = ["from", "people", ...counters];
  const lines = spans.map(({ from, people, counts }) => [from, people, ...counters.map((counter) => counts[counter])]);
  return [head, ...lines].map((line) => `${line.join(",")}\r\n`).join("");
}
