/** REST: the numbers, for organisers. */
import * as z from "zod";
import { api } from "../_generated/api";
import { counters, type Counter } from "../shared/numbers";
import { forOrganiser, type Endpoint } from "./endpoint";
import { asDate, date } from "./shapes";

const counts = z.object(
  Object.fromEntries(counters.map((counter) => [counter, z.number()])) as Record<Counter, z.ZodNumber>,
);
const numbers = z.object({
  since: date.nullable().meta({ description: "Since when is counted; null: not yet." }),
  now: z.object({
    people: z.number().meta({ description: "Who did something within the last five to ten minutes." }),
    mailsWaiting: z.number().meta({ description: "With sign-up codes." }),
    codesWaiting: z.number().optional(),
    oldestCode: date.nullable().meta({ description: "Since when the sign-up code waits that waits longest." }),
    profilesWaiting: z.number(),
    oldestProfile: date.nullable().meta({ description: "Since when the profile waits that waits longest." }),
  }),
  counted: z
    .array(
      z.object({
        from: z.string().meta({ description: "The hour, as festival clocks show it, or the date of a festival day." }),
        people: z.number().meta({ description: "The most who were there at the same time." }),
        counts: counts.meta({ description: "What happened. Amounts are in minor units." }),
      }),
    )
    .meta({ description: "Hours or days without anything are left out." }),
});

export const readNumbers: Endpoint = forOrganiser.gives(numbers, {
  does: "What happened in the hours of a festival day, or on all days, as of the last full minute.",
  texts: { day: "The date of a festival day, such as 2030-01-31; without it all days are answered." },
  otherwise: "Failed to load the numbers",
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
