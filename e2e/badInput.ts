/** What people, paste buffers and attackers put into a form, and what every form owes them. */
import type { Locator, Page } from "@playwright/test";
import { expect } from "./fixtures";

/** Texts that break out of something somewhere. */
export const hostile = {
  script: `"><script>document.title = "owned"</script><img src=x onerror='document.title = "owned"'>`,
  quotes: `O'Hara "\\"; DROP TABLE profiles; -- \${7*7} {{7*7}} %s`,
  rightToLeft: "\u202egnp.exe\u2066 \u05e9\u05dc\u05d5\u05dd",
  invisible: "\u200b\u200d\ufeff\u2060",
  emoji: "👩‍👩‍👧‍👦🏳️‍🌈🫶🏽",
  nul: "a\u0000b",
  long: "x".repeat(10_000),
};

/** A profile form filled in as it should be, by the labels of its fields. */
export const rightProfile = {
  Name: "Asha",
  Age: "21",
  Phone: "+919876543210",
  Bio: "Front row.",
  "Instagram handle": "asha.live",
};

/** What is typed into which fields at once, and all the sentences that answer it. */
export type Case = readonly [typed: Record<string, string>, ...sentences: string[]];

/**
 * Types each in turn among right values and sends it off: its sentences appear, nothing typed is lost or run, and the form can be
 * sent again.
 */
export async function refusesEach(
  form: Page | Locator,
  send: string,
  right: Record<string, string>,
  cases: readonly Case[],
) {
  const button = form.getByRole("button", { name: send });
  await type(form, right);
  for (const [typed, ...sentences] of cases) {
    const name = JSON.stringify(typed).slice(0, 200);
    await type(form, typed);
    const before = await typedIn(form, right);
    await button.click();
    for (const sentence of sentences)
      await expect(form.getByText(sentence, { exact: true }).first(), name).toBeVisible();
    await expect(button, name).toBeEnabled();
    expect(await typedIn(form, right), `${name} stays as it was typed`).toEqual(before);
    await type(form, Object.fromEntries(Object.keys(typed).map((field) => [field, right[field] ?? ""])));
  }
}

/** Fills in labelled fields. */
export async function type(form: Page | Locator, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) await labelled(form, label).fill(value);
}

/** Two presses in one breath, as an impatient thumb makes them. */
export async function pressTwice(form: Page | Locator, button: string) {
  await form.getByRole("button", { name: button }).dblclick();
}

/** Nothing that was typed has become part of the page's own program. */
export async function isUnharmed(page: Page) {
  expect(await page.title()).not.toBe("owned");
}

async function typedIn(form: Page | Locator, fields: Record<string, string>): Promise<string[]> {
  return Promise.all(Object.keys(fields).map((label) => labelled(form, label).inputValue()));
}

/** A password's field is not the button that shows it, nor its repetition. */
function labelled(form: Page | Locator, label: string): Locator {
  return form.getByLabel(label, { exact: true });
}
