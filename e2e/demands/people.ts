/** What the list of demands shares: people who leave again, so that no demand meets the people of another one. */
import type { BrowserContext, Page, WebSocketRoute } from "@playwright/test";
import { call, leave, makeAccount, makeApplicant, makeMember, type Member, type Wish } from "../doors";
import { expect, signIn, test as base, type Person } from "../fixtures";
import type { Ready } from "../product";

export { expect } from "../fixtures";

export interface People {
  /** A member, approved, not in any browser yet. */
  member(wish: Wish): Promise<Member>;
  /** Somebody whose profile waits. */
  applicant(wish: Wish): Promise<Member>;
  /** Somebody with an account only. */
  account(name: string): Promise<Omit<Member, "id">>;
  /** Signs somebody in, in a browser of their own, and waits until they are on their first screen. */
  seat(somebody: Omit<Member, "id">, path?: string): Promise<Page>;
}

export const test = base.extend<{ people: People }>({
  people: async ({ ready, newPerson }, use) => {
    const all: Omit<Member, "id">[] = [];
    const kept = <T extends Omit<Member, "id">>(somebody: T) => {
      all.push(somebody);
      return somebody;
    };
    await use({
      member: async (wish) => kept(await makeMember(ready, wish)),
      applicant: async (wish) => kept(await makeApplicant(ready, wish)),
      account: async (name) => kept(await makeAccount(ready, name)),
      seat: async (somebody, path) => seat(await newPerson(somebody.name), somebody, path),
    });
    for (const somebody of all) await leave(ready, somebody);
  },
});

/**
 * A line to the deployment, for live queries and for single calls, that can be cut and mended: a page's or a whole browser's,
 * from the next load on. What is sent meanwhile is lost.
 */
export async function cable(at: Page | BrowserContext) {
  let isCut = false;
  const open = new Set<WebSocketRoute>();
  await at.routeWebSocket(/\/sync$/, (socket) => {
    if (isCut) return void socket.close({ code: 1012 });
    socket.connectToServer();
    open.add(socket);
  });
  await at.route(/\/api\//, (route) => (isCut ? route.abort() : route.fallback()));
  return {
    cut: async () => {
      isCut = true;
      for (const socket of open) await socket.close({ code: 1012 });
      open.clear();
    },
    mend: () => (isCut = false),
  };
}

/** Somebody decides on somebody. */
export async function swipe(ready: Ready, from: Member, to: Member, liked = true) {
  const answer = await call(ready, "mutation", "swipes:swipe", { profileId: to.id, liked }, from.token);
  expect(answer.status).toBe("success");
}

/** Both like each other. */
export async function match(ready: Ready, one: Member, other: Member) {
  await swipe(ready, one, other);
  await swipe(ready, other, one);
}

/**
 * The audience of women who want to meet women: the other specs' people are not in it, so its decks hold exactly who a
 * demand put there.
 */
export function woman(name: string, more: Wish["more"] = {}): Wish {
  return { name, gender: "female", more: { ...more, interestedIn: "female" } };
}

async function seat(person: Person, { email, password }: Omit<Member, "id">, path?: string): Promise<Page> {
  const { page } = person;
  await signIn({ ...person, email, password });
  await expect(page).not.toHaveURL(/\/auth$/);
  if (path !== undefined && !page.url().endsWith(path)) await page.goto(path);
  return page;
}
