/** What the specs share: people in browsers of their own. */
import { test as base, expect, type BrowserContext, type Page } from "@playwright/test";
import { addressOf, latestCode } from "./mail";
import type { Ready } from "./product";

export { expect } from "@playwright/test";

/** Somebody with a browser of their own. */
export interface Person {
  name: string;
  email: string;
  password: string;
  context: BrowserContext;
  page: Page;
}

interface Fixtures {
  ready: Ready;
  /** Opens a browser of its own for a new person; nobody's storage is shared. */
  newPerson: (name: string) => Promise<Person>;
}

export const test = base.extend<Fixtures>({
  ready: async ({}, use) => {
    if (process.env.E2E_READY === undefined) throw new Error("The product was not started: see globalSetup.ts");
    await use(JSON.parse(process.env.E2E_READY) as Ready);
  },
  baseURL: async ({ ready }, use) => use(ready.appUrl),
  newPerson: async ({ browser, ready }, use) => {
    const mistakes: string[] = [];
    const contexts: BrowserContext[] = [];
    await use(async (name) => {
      const context = await browser.newContext({ baseURL: ready.appUrl, viewport: { width: 390, height: 844 } });
      contexts.push(context);
      const page = await context.newPage();
      watch(page, mistakes);
      return { name, email: addressOf(name), password: "correct horse 42", context, page };
    });
    await Promise.all(contexts.map((context) => context.close()));
    expect(mistakes, "no page throws and none breaks its own policy").toEqual([]);
  },
  page: async ({ page }, use) => {
    const mistakes: string[] = [];
    watch(page, mistakes);
    await use(page);
    expect(mistakes, "no page throws and none breaks its own policy").toEqual([]);
  },
});

/** From /auth to signed in: address, mailed code, password, and then the sign-in form. */
export async function signUp(ready: Ready, { page, email, password }: Person) {
  await page.goto("/auth");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send OTP" }).click();
  await expect(page.getByText("OTP sent to your email!")).toBeVisible();
  await page.getByLabel("OTP").fill(await latestCode(ready, email));
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm Password").fill(password);
  await page.getByRole("button", { name: "Verify OTP" }).click();
  await expect(page.getByText("Email verified successfully! Please login.")).toBeVisible();
  await fillSignIn(page, email, password);
}

/** Signs in by the form, as a person does. */
export async function signIn({ page, email, password }: Person) {
  await page.goto("/auth");
  await page.getByRole("button", { name: "Already have an account?" }).click();
  await fillSignIn(page, email, password);
}

/** The moderator's own sign-in, up to the dashboard. */
export async function signInModerator(ready: Ready, page: Page) {
  await page.goto("/moderator/login");
  await fillSignIn(page, ready.moderator.email, ready.moderator.password);
  await expect(page).toHaveURL(/\/moderator\/dashboard$/);
}

/** For whoever already has the sign-in form before them. */
export async function fillSignIn(page: Page, email: string, password: string) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

function watch(page: Page, mistakes: string[]) {
  page.on("pageerror", (error) => mistakes.push(`${page.url()}: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error" && /Content Security Policy|Minified React error|hydrat/i.test(message.text())) {
      mistakes.push(`${page.url()}: ${message.text()}`);
    }
  });
}
