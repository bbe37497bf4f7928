/** Layout checks that a picture cannot show: width, shifts, focus and console. */
import type { Page } from "@playwright/test";

/** Returns by how many pixels a page is wider than its window. */
export function overflow(page: Page) {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Returns the words of headings that are broken over two lines. */
export function brokenWords(page: Page) {
  return page.evaluate(() =>
    [...document.querySelectorAll("h1:not(.sr-only, .sr-only *), h2, h3")].flatMap((heading) => {
      const texts = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
      const broken: string[] = [];
      while (texts.nextNode()) {
        for (const { 0: word, index } of String(texts.currentNode.nodeValue).matchAll(/[^\s-]+/g)) {
          const range = document.createRange();
          range.setStart(texts.currentNode, index);
          range.setEnd(texts.currentNode, index + word.length);
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word);
        }
      }
      return broken;
    }),
  );
}

/** True if the focused element shows its focus. */
export function focusIsSeen(page: Page) {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (focused === null || focused === document.body) return false;
    const { outlineStyle, boxShadow } = getComputedStyle(focused);
    return outlineStyle !== "none" || boxShadow !== "none";
  });
}

/** True if the focused element is visible and not covered. A switch is drawn by its label. */
export function focusedIsOnTop(page: Page) {
  return page.evaluate(() => {
    const focused = document.activeElement;
    const visible = focused?.closest("label") ?? focused;
    if (!visible) return false;
    const { left, top, width, height } = visible.getBoundingClientRect();
    return visible.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
}

/** Returns the layout shifts since the screen was opened, if they add up to more than 0.01. */
export async function movements(page: Page) {
  const shifts = await page.evaluate(
    () =>
      new Promise<{ value: number; what: string[] }[]>((resolve) => {
        const onShifts = (list: PerformanceObserverEntryList) => resolve(list.getEntries().map(shiftOf));
        const shiftOf = (entry: PerformanceEntry & { value?: number; sources?: { node?: Element }[] }) => ({
          value: entry.value ?? 0,
          what: (entry.sources ?? []).map(({ node }) => node?.outerHTML?.slice(0, 90) ?? ""),
        });
        new PerformanceObserver(onShifts).observe({ type: "layout-shift", buffered: true });
        // The observer's first call comes before the second frame, or never if nothing shifted.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve([])));
      }),
  );
  return shifts.reduce((sum, { value }) => sum + value, 0) > 0.01 ? shifts : [];
}

/** Media queries take effect with the next frame after a change of width, so wait for it. */
export async function resize(page: Page, width: number) {
  await page.setViewportSize({ width, height: 844 });
  await page.waitForFunction((target) => window.innerWidth === target, width);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** Collects a page's console output and errors. */
export function listen(page: Page) {
  const messages: string[] = [];
  page.on("pageerror", (error) => messages.push(`${page.url()}: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") messages.push(`${page.url()}: ${message.text()}`);
  });
  return messages;
}
