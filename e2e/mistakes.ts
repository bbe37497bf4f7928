import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** Without the details of what passes, and without selectors, axe takes two thirds of the time. */
const short = { resultTypes: ["violations" as const], selectors: false };

/** Returns the accessibility mistakes that axe finds, by all of its rules or by the named ones. */
export async function mistakesOf(page: Page, ...rules: string[]): Promise<string[]> {
  // The page has no frames. Outside legacy mode axe would open another page to collect its results.
  const axe = new AxeBuilder({ page }).options(short).setLegacyMode();
  const { violations } = await (rules.length === 0 ? axe : axe.withRules(rules)).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
}
