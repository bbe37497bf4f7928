/** Accessibility mistakes of a page. */
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** Everything that axe finds wrong with a page, by all of its rules or by the named ones. */
export async function mistakesOf(page: Page, ...rules: string[]): Promise<string[]> {
  // In the page alone, which has no frames: otherwise axe opens another page each time to put its results together.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (rules.length === 0 ? axe : axe.withRules(rules)).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
}
