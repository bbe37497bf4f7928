import { vi } from "vitest";
import { api, internal } from "../_generated/api";
import { HOUR, jump, MINUTE } from "./clock.testing";
import { man, woman } from "./crowd.testing";
import type { Person } from "./people.testing";
import { settled, setupTest, type Product } from "./product.testing";
import { newBrowser, startPush, notificationsTo, type Browser } from "./push.testing";
import { endOfFestivalDay, festivalDay } from "../shared/festival";

const ZONE = "Asia/Kolkata";

/** Creates Asha and Ravi, at three in the afternoon, festival time. */
export async function pair() {
  const t = setupTest();
  startPush();
  jump();
  vi.setSystemTime(endOfFestivalDay(ZONE, festivalDay(ZONE, Date.now()) - 1) + 11 * HOUR);
  const [asha, ravi] = [await woman(t, "Asha"), await man(t, "Ravi")];
  await settled(t);
  return { t, asha, ravi };
}

/** Subscribes a new browser of a person. */
export async function on(person: Person): Promise<Browser> {
  const browser = await newBrowser();
  await person.mutation(api.push.subscribe, browser.subscription);
  return browser;
}

export async function titles(browser: Browser): Promise<string[]> {
  return (await notificationsTo(browser)).map(({ title }) => title);
}

export async function write(t: Product, from: Person, matchId: string, text: string): Promise<void> {
  await from.mutation(api.chat.send, { matchId, key: crypto.randomUUID(), text });
  await settled(t);
}

/** Moves the clock, and runs the retry job after each step. */
export async function pass(t: Product, span: number, step = MINUTE): Promise<void> {
  for (let gone = 0; gone < span; gone += step) {
    vi.setSystemTime(Date.now() + step);
    await t.mutation(internal.outbox.retryDue, {});
    await settled(t, MINUTE);
  }
}

/** Moves the clock to 04:00, when the quiet hours begin. They last until ten. */
export function advanceToNight(): void {
  vi.setSystemTime(endOfFestivalDay(ZONE, festivalDay(ZONE, Date.now())) + MINUTE);
}
