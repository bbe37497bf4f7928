/** Fixtures of the specs: one product per worker, and members in separate browsers. */
import { test as base, expect, type Browser, type BrowserContext, type Page } from "@playwright/test";
import { match, seeMatches } from "./acts";
import { fullBrowser } from "./chromium";
import { latestCode } from "./mail";
import {
  leave,
  makeAccount,
  makeApplicant,
  makeMember,
  moderatorOf,
  organiserOf,
  type Account,
  type Member,
  type Tokens,
  type NewPerson,
} from "./people";
import { startFresh, workerPort, type Ready } from "./product";
import { Watch } from "./watch";

export { expect } from "@playwright/test";

/** Creates people and deletes their accounts after the test, so that no other test meets them. */
export interface People {
  /** An approved member, without a browser. */
  member(details: NewPerson): Promise<Member>;
  /** Two members who have liked each other. */
  pair(first: NewPerson, second: NewPerson): Promise<[Member, Member]>;
  /** A person whose profile waits for a moderator. */
  applicant(details: NewPerson): Promise<Member>;
  /** A person with an account and no profile. */
  account(name: string): Promise<Account>;
  /** Opens a signed-in phone browser at a path. */
  openAs(person: Tokens & { email?: string }, path?: string): Promise<Page>;
  /** Opens a signed-in browser for the moderator. Tests must not sign out there: other tests share the session. */
  moderator(): Promise<Page>;
  /** Opens one for the organiser in the same way. The organiser may see all addresses. */
  organiser(path: string): Promise<Page>;
}

interface Fixtures {
  people: People;
  /** Opens a phone browser with empty storage. */
  newPage: () => Promise<Page>;
}

interface Options {
  /** Opens pages in a browser that can show notifications. */
  notifies: boolean;
}

interface InternalFixtures {
  opener: Browser;
  watch: Watch;
  /** Opens a watched page in a new browser context. `owner`: the address of its user. */
  openPage: (state?: State, owner?: string) => Promise<Page>;
}

export const test = base.extend<Fixtures & InternalFixtures & Options, { ready: Ready }>({
  ready: [
    async ({}, use, { parallelIndex }) => {
      const { ready, stop } = await startFresh(workerPort(parallelIndex));
      await use(ready);
      await stop();
    },
    { scope: "worker", timeout: 240_000 },
  ],
  baseURL: async ({ ready }, use) => use(ready.appUrl),
  watch: async ({}, use) => {
    const watch = new Watch();
    await use(watch);
    expect(watch.problems, "no page throws, breaks its content policy or receives another person's secrets").toEqual(
      [],
    );
  },
  page: async ({ page, watch }, use) => {
    watch.page(page);
    await use(page);
  },
  notifies: [false, { option: true }],
  opener: async ({ browser, notifies, playwright }, use) => {
    const notifyingBrowser = notifies ? await playwright.chromium.launch(fullBrowser) : null;
    await use(notifyingBrowser ?? browser);
    await notifyingBrowser?.close();
  },
  openPage: async ({ opener, ready, watch }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (state, owner) => {
      const context = await newContext(opener, ready, state);
      contexts.push(context);
      const page = await context.newPage();
      watch.page(page, owner);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
  newPage: async ({ openPage }, use) => use(() => openPage()),
  people: async ({ ready, openPage, watch }, use) => {
    const accounts: Account[] = [];
    const register = <T extends Account>(person: T) => {
      accounts.push(person);
      watch.addSecrets(person);
      return person;
    };
    await use({
      member: async (details) => register(await makeMember(ready, details)),
      pair: async (...details) => {
        const [first, second] = [
          register(await makeMember(ready, details[0])),
          register(await makeMember(ready, details[1])),
        ];
        await match(ready, first, second);
        for (const member of [first, second]) await seeMatches(ready, member);
        return [first, second];
      },
      applicant: async (details) => register(await makeApplicant(ready, details)),
      account: async (name) => register(await makeAccount(ready, name)),
      openAs: async (person, path = "/swipe") =>
        goTo(path, await openPage(stored(ready, "attendee", person), person.email)),
      moderator: async () =>
        goTo(
          "/moderator/dashboard",
          await openPage(stored(ready, "moderator", await moderatorOf(ready)), "the moderator"),
        ),
      organiser: async (path) => goTo(path, await openPage(stored(ready, "moderator", await organiserOf(ready)))),
    });
    await Promise.all(accounts.map((person) => leave(ready, person)));
  },
});

/** Signs up and in with the forms. */
export async function signUp(ready: Ready, page: Page, email: string, password: string) {
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

/** Signs in with the open form. */
export async function fillSignIn(page: Page, email: string, password: string) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

/** Signs the moderator in with the form, in a new session. */
export async function signInModerator(ready: Ready, page: Page) {
  await page.goto("/moderator/login");
  await fillSignIn(page, ready.moderator.email, ready.moderator.password);
  await expect(page).toHaveURL(/\/moderator\/dashboard$/);
}

/** A browser's storage after a sign-in. */
export function stored(ready: Ready, kind: "attendee" | "moderator", { token, refreshToken }: Tokens): State {
  const localStorage = [
    { name: `__convexAuthJWT_${kind}`, value: token },
    { name: `__convexAuthRefreshToken_${kind}`, value: refreshToken },
  ];
  return { cookies: [], origins: [{ origin: ready.appUrl, localStorage }] };
}

type State = Exclude<NonNullable<Parameters<Browser["newContext"]>[0]>["storageState"], string | undefined>;

function newContext(browser: Browser, { appUrl }: Ready, storageState?: State) {
  const phone = { baseURL: appUrl, viewport: { width: 390, height: 844 } };
  return browser.newContext({ ...phone, ...(storageState && { storageState }) });
}

async function goTo(path: string, page: Page) {
  await page.goto(path);
  return page;
}
