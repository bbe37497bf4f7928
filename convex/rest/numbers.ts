import * as z from "zod";
import { api } from "../_generated/api";
import { counters } from "../shared/numbers";
import { forOrganiser, type Endpoint } from "./endpoint";
import { asDate, date } from "./shapes";
import { recordOf } from "../shared/records";

const counts = z.object(recordOf(counters, () => z.number()));
const numbers = z.object({
  since: date.nullable().meta({ description: "When counting began; null: not yet." }),
  now: z.object({
    people: z.number().meta({ description: "People who were active within the last five to ten minutes." }),
    mailsWaiting: z.number().meta({ description: "Including sign-up codes." }),
    codesWaiting: z.number().optional(),
    oldestCode: date.nullable().meta({ description: "When the longest wait of a sign-up code began." }),
    profilesWaiting: z.number(),
    oldestProfile: date.nullable().meta({ description: "When the longest wait of a profile began." }),
  }),
  counted: z
    .array(
      z.object({
        from: z.string().meta({ description: "The hour in festival time, or the date of a festival day." }),
        people: z.number().meta({ description: "The most people at the same time." }),
        counts: counts.meta({ description: "What happened. Amounts are in minor units." }),
      }),
    )
    .meta({ description: "Leaves out empty hours and days." }),
});

export const readNumbers: Endpoint = forOrganiser.returns(numbers, {
  summary: "Counts for each hour of a festival day, or for each day, as of the last full minute.",
  texts: { day: "The date of a festival day, such as 2030-01-31. Absent: all days." },
  fallback: "Failed to load the numbers",
  refuses: [400],
  run: async ({ client, search }) => {
    const [counted, { since, oldestProfile, oldestCode = null, ...now }] = await Promise.all([
      client.query(api.numbers.read, { day: search.get("day") }),
      client.query(api.numbers.now, {}),
    ]);
    return {
      since: orDate(since),
      now: { ...now, oldestProfile: orDate(oldestProfile), oldestCode: orDate(oldestCode) },
      counted,
    };
  },
});

function orDate(at: number | null): string | null {
  return at === null ? null : asDate(at);
}
