import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** Returns the accessibility mistakes that axe finds, by all of its rules or by the named ones. */
export async function mistakesOf(page: Page, ...rules: string[]): Promise<string[]> {
  // The page has no frames. Outside legacy mode axe would open another page to collect its results.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (rules.length === 0 ? axe : axe.withRules(rules)).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
}
