import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type * as Axe from "axe-core";

declare global {
  interface Window {
    axe?: typeof Axe;
  }
}

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Returns the accessibility violations that axe finds, by all of its rules or by the named ones. */
export async function violationsOf(page: Page, ...rules: string[]): Promise<string[]> {
  // Loaded once per document, because parsing half a megabyte takes longer than checking a rule.
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(source);
  return await page.evaluate(async (named) => {
    // Colours in transition have too little contrast. A new colour scheme applies from the next frame, and its changes start others.
    const transitions = () => document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    do {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      await Promise.allSettled(transitions().map(({ finished }) => finished));
    } while (transitions().length > 0);
    // Without details of passed rules and without selectors, axe takes two thirds of the time.
    const short = { resultTypes: ["violations" as const], selectors: false };
    const runOnly = named.length === 0 ? {} : { runOnly: { type: "rule" as const, values: named } };
    const { violations } = await window.axe!.run(document, { ...short, ...runOnly });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
  }, rules);
}
