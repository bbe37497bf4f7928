import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { api, internal } from "../../_generated/api";
import { likes, man, woman } from "../../testing/crowd.testing";
import { organiser } from "../../testing/people.testing";
import { setupTest } from "../../testing/product.testing";
import { endOfFestivalDay, festivalDay, festivalDates, localTime, phaseOf, quietUntil } from "../../shared/festival";
import { saves } from "../../testing/festival.testing";
import { HOUR } from "../../testing/clock.testing";

describe("the calendar", () => {
  test("starts each festival day at 04:00 and ends quiet hours at 10:00, in every zone and across summer time", () => {
    const zones = ["UTC", "Asia/Kolkata", "Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Pacific/Apia"];
    const someTime = fc.integer({ min: Date.UTC(2012, 0, 1), max: Date.UTC(2040, 0, 1) });
    fc.assert(
      fc.property(fc.constantFrom(...zones), someTime, (zone, now) => {
        const day = festivalDay(zone, now);
        const end = endOfFestivalDay(zone, day);
        expect(now).toBeLessThan(end);
        expect([festivalDay(zone, end - 1), festivalDay(zone, end)]).toEqual([day, day + 1]);
        expect(new Date(localTime(zone, end)).toISOString().slice(11)).toBe("04:00:00.000Z");
        const quiet = quietUntil(zone, now);
        if (quiet !== null) expect(new Date(localTime(zone, quiet)).toISOString().slice(11)).toBe("10:00:00.000Z");
        expect(quiet === null).toBe(new Date(localTime(zone, now)).getUTCHours() >= 10 || hourOf(zone, now) < 4);
      }),
      { numRuns: 500 },
    );
  });

  test("starts the festival at midnight of its first day and ends it at 04:00 after its last day", () => {
    const calendar = { timeZone: "Europe/Berlin", firstDay: "2030-03-29", lastDay: "2030-03-31" };
    const phases = ["2030-03-28T22:59Z", "2030-03-28T23:00Z", "2030-04-01T01:59Z", "2030-04-01T02:00Z"];
    expect(phases.map((at) => phaseOf(calendar, Date.parse(at)))).toEqual(["before", "during", "during", "after"]);
    expect(festivalDates(calendar)).toEqual(["2030-03-29", "2030-03-30", "2030-03-31"]);
    expect(phaseOf({ ...calendar, firstDay: null, lastDay: null }, 0)).toBe("during");
  });

  test("starts the mails about new likes at one in the afternoon, festival time", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2030-12-18T00:01:00Z") });
    const t = setupTest();
    const [asha, ravi, ines] = [await woman(t, "Asha"), await man(t, "Ravi"), await organiser(t)];
    await saves(ines, { timeZone: "America/St_Johns" });
    await asha.mutation(api.profiles.setMailWishes, { newLikes: true });
    await likes(ravi, asha);
    const sentAt: string[] = [];
    for (let quarter = 0; quarter < 96; quarter += 1) {
      vi.setSystemTime(Date.parse("2030-12-19T00:01:00Z") + quarter * (HOUR / 4));
      await t.mutation(internal.festival.notifyNewLikes, {});
      if ((await t.run((ctx) => ctx.db.system.query("_scheduled_functions").collect())).some(isLikesJob)) {
        sentAt.push(new Date(localTime("America/St_Johns", Date.now())).toISOString().slice(11, 16));
        break;
      }
    }
    expect(sentAt).toEqual(["13:01"]);
  });
});

function isLikesJob({ name }: { name: string }): boolean {
  return name.includes("mailNewLikes");
}

function hourOf(zone: string, now: number): number {
  return new Date(localTime(zone, now)).getUTCHours();
}
