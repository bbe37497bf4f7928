import type { FunctionReturnType } from "convex/server";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { setFestivalOfPage } from "../../lib/festival";
import { festival } from "../../testing/festival";
import { deployment, show } from "../../testing/page";

type Status = FunctionReturnType<typeof api.numbers.status>;

const works = { state: "working", since: null } as const;
const allWorks: Status = { approvals: works, mails: works, payments: works, changedAt: null };
const service = (name: string) => page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });

test("anyone can read whether each service works, and sees a change at once", async () => {
  deployment.answer(api.numbers.status, allWorks);
  show("/status");
  await expect.element(service("E-mails")).toHaveTextContent("Works");
  await expect.element(page.getByText("No problems so far.")).toBeVisible();

  const since = Date.now() - 12 * 60_000;
  const slow = { state: "slow", since } as const;
  deployment.answer(api.numbers.status, { ...allWorks, mails: slow, changedAt: since });
  await expect.element(service("E-mails")).toHaveTextContent("E-mails are slow: 10 minutes.");
  await expect.element(service("Sign-ups")).toHaveTextContent("the e-mail with your code may take a while");
  await expect.element(page.getByText(/^Last changed /)).toBeVisible();

  const long = { state: "slow", since: Date.now() - 3 * 3_600_000 } as const;
  deployment.answer(api.numbers.status, { ...allWorks, approvals: long, payments: long, changedAt: since });
  await expect.element(service("Profile approvals")).toHaveTextContent("Approvals are slow: 3 hours.");
  await expect.element(service("Payments")).toHaveTextContent("Not working");
});

test("closed sign-ups, sales and approvals are shown as closed, not as broken", async () => {
  setFestivalOfPage({ ...festival, signUps: "closed", sales: "closed", appState: "closed" });
  deployment.answer(api.numbers.status, allWorks);
  show("/status");
  await expect.element(service("Sign-ups")).toHaveTextContent("Sign-ups are closed right now.");
  await expect.element(service("Payments")).toHaveTextContent("Gold and VIP aren't on sale right now.");
  await expect.element(service("Profile approvals")).toHaveTextContent("no more profiles are checked");
});

test("the page says that the deployment does not answer, and recovers on its own", async () => {
  deployment.answer(api.numbers.status, allWorks);
  deployment.disconnect();
  show("/status");
  await expect.element(page.getByRole("alert")).toHaveTextContent("The app isn't responding");
  deployment.reconnect();
  await expect.element(service("E-mails")).toHaveTextContent("Works");
});

test("the page says the same of a deployment that fails", async () => {
  deployment.break(api.numbers.status);
  show("/status");
  await expect.element(page.getByRole("alert")).toHaveTextContent("The app isn't responding");
});
