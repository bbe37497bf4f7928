import { expect } from "vitest";
import { page, type Locator } from "vitest/browser";

/** Texts that break careless programs: markup, invisible characters, reversed direction. */
export const hostile = {
  script: `"><script>document.title = "owned"</script><img src=x onerror='document.title = "owned"'>`,
  quotes: `O'Hara "\\"; DROP TABLE profiles; -- \${7*7} {{7*7}} %s`,
  rightToLeft: "\u202egnp.exe\u2066 \u05e9\u05dc\u05d5\u05dd",
  invisible: "\u200b\u200d\ufeff\u2060",
  emoji: "👩‍👩‍👧‍👦🏳️‍🌈🫶🏽",
  nul: "a\u0000b",
  long: "x".repeat(10_000),
};

/** Values typed into fields together, and the expected error messages. */
type Case = readonly [typed: Record<string, string>, ...sentences: string[]];

/** Invalid addresses. `forms.test.ts` beside the rule has more. */
export const badAddress: Case[] = [
  [{ Email: "" }, "Please enter your email"],
  [{ Email: hostile.script }, "Please enter a valid email address"],
];

/**
 * Types each case among valid values and submits. Checks that its messages appear, that no input is lost or run, and
 * that the form can be sent again.
 */
export async function refusesEach(
  submitLabel: string,
  validValues: Record<string, string>,
  cases: readonly Case[],
): Promise<void> {
  const button = page.getByRole("button", { name: submitLabel });
  await type(validValues);
  for (const [typed, ...sentences] of cases) {
    const name = JSON.stringify(typed).slice(0, 200);
    await type(typed);
    const typedValues = valuesOf(validValues);
    await button.click();
    for (const sentence of sentences) {
      await expect.element(page.getByText(sentence, { exact: true }).first(), { message: name }).toBeVisible();
    }
    await expect.element(button, { message: name }).toBeEnabled();
    expect(valuesOf(validValues), `${name} stays as it was typed`).toEqual(typedValues);
    await type(Object.fromEntries(Object.keys(typed).map((label) => [label, validValues[label] ?? ""])));
  }
  expect(document.title).not.toBe("owned");
}

export async function type(values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(label).fill(value);
}

/** Finds a field by its whole label, because a password field has a button and a second field with similar labels. */
export function field(label: string): Locator {
  return page.getByLabelText(label, { exact: true });
}

function valuesOf(fields: Record<string, string>): string[] {
  return Object.keys(fields).map((label) => (field(label).element() as HTMLInputElement).value);
}
