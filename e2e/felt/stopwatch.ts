/** Takes times inside pages. Two pages on one machine share its clock. */
import type { Page } from "@playwright/test";

/** A slow phone. `processor`: how many times slower it is than this machine. */
const slow4g = { latency: 150, kilobytes: 200, processor: 4 };

export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const throughput = slow4g.kilobytes * 1_000;
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: slow4g.latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: slow4g.processor });
}

/** Returns when (ms since 1970) a page draws an opaque element that contains `text`. */
export function seenAt(page: Page, selector: string, text = ""): Promise<number> {
  return page.evaluate(
    ([selector = "", text = ""]) =>
      new Promise<number>((resolve) => {
        const opacityOf = (element: Element | null): number =>
          element === null ? 1 : Number(getComputedStyle(element).opacity) * opacityOf(element.parentElement);
        const check = () => {
          const match = [...document.querySelectorAll(selector)].find((one) => one.textContent.includes(text));
          if (match !== undefined && opacityOf(match) > 0.5) resolve(performance.timeOrigin + performance.now());
          else requestAnimationFrame(check);
        };
        check();
      }),
    [selector, text],
  );
}

/** Returns the time of the next click or key press. */
export function pressedAt(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        for (const type of ["click", "keydown"]) {
          const onPress = (event: Event) => resolve(performance.timeOrigin + event.timeStamp);
          window.addEventListener(type, onPress, { capture: true, once: true });
        }
      }),
  );
}

/** Records each visit of a page from its start, for `visitOf`. */
export async function watchVisits(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: Record<string, number> = {};
    let [blocked, painted] = [0, 0];
    const record = (name: string, isShown: () => boolean) => {
      if (!(name in seen) && isShown()) seen[name] = performance.now();
    };
    const check = () => {
      record("outline", () => document.querySelector('main [role="status"], main [data-outline]') !== null);
      record("card", () => document.querySelector("main h2") !== null && like() !== null);
      record("photo", () =>
        [...document.querySelectorAll<HTMLImageElement>("main img")].some((one) => one.naturalWidth > 0),
      );
      requestAnimationFrame(check);
    };
    const like = () => document.querySelector('button[aria-label="Like"]:not([disabled])');
    check();
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) blocked += duration;
    }).observe({ type: "longtask", buffered: true });
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) painted = startTime;
    }).observe({ type: "largest-contentful-paint", buffered: true });
    const scriptsUntil = (end: number) =>
      (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
        .filter(({ name, startTime }) => name.endsWith(".js") && startTime <= end)
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize / 1024, 0);
    Object.assign(window, {
      visit: () => ({
        ...seen,
        painted,
        blocked,
        first: performance.getEntriesByName("first-paint")[0]?.startTime ?? NaN,
        scripts: scriptsUntil(seen.card ?? performance.timing.loadEventEnd - performance.timeOrigin),
      }),
    });
  });
}

/** Milliseconds since the visit began. `scripts`: KiB of script requested before the first card. */
export interface Visit {
  first: number;
  painted: number;
  outline?: number;
  card?: number;
  photo?: number;
  blocked: number;
  scripts: number;
}

export function visitOf(page: Page): Promise<Visit> {
  return page.evaluate(() => (window as unknown as { visit(): Visit }).visit());
}
