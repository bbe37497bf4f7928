/** Decisions whose answer is late, lost or a refusal. */
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { deployment } from "../../testing/page";
import {
  answerQueue,
  approve,
  decisions,
  passSeconds,
  reject,
  rejects,
  row,
  sheet,
  showQueue,
  takeDecisions,
} from "./desk.testing";

test("the question stays open until the rejection is answered, and keeps the reason if it fails", async () => {
  const [ravi] = await showQueue("Ravi", "Kabir");
  const { break: fail } = deployment.hold(api.moderator.decideWithUndo);
  await reject.click();
  const reason = rejects("Ravi").getByLabelText("Reason");
  await reason.fill("A guitar is no face.");
  await userEvent.keyboard("{Enter}");
  const confirm = rejects("Ravi").getByRole("button", { name: "Reject & Delete" });
  await expect.element(confirm).toHaveAttribute("aria-busy", "true");
  await userEvent.keyboard("{Enter}");
  fail();
  await expect.element(page.getByText("Failed to process profile")).toBeVisible();
  await expect.element(reason).toHaveValue("A guitar is no face.");
  await expect.element(confirm).toBeEnabled();
  expect(decisions(), "a second Enter sends nothing").toHaveLength(1);

  takeDecisions([ravi]);
  await confirm.click();
  await expect.element(page.getByText("All done")).toBeVisible();
  expect(decisions().at(-1)).toMatchObject({ reason: "A guitar is no face." });
});

test("a rejection whose connection breaks waits for its answer, and is not mistaken for a colleague's", async () => {
  await showQueue("Ravi", "Kabir");
  await reject.click();
  await rejects("Ravi").getByLabelText("Reason").fill("A guitar is no face.");
  deployment.loseNext(api.moderator.decideWithUndo);
  await userEvent.keyboard("{Enter}");
  await expect
    .poll(async () => {
      await passSeconds(1);
      return page.getByText(/It may have arrived/).elements().length;
    })
    .toBe(1);
  await expect.element(rejects("Ravi").getByRole("button", { name: "Reject & Delete" })).toHaveAttribute("aria-busy");
  deployment.reconnect();
  await expect.element(sheet("Kabir")).toBeVisible();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});

test("if the profile leaves the queue during its rejection, the question ends only after a refusal", async () => {
  const [, kabir] = await showQueue("Ravi", "Kabir");
  const { refuse } = deployment.hold(api.moderator.decideWithUndo);
  await reject.click();
  await expect.element(rejects("Ravi").getByLabelText("Reason")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => decisions()).toHaveLength(1);
  answerQueue([kabir]);
  // Under the dialog, which hides the page's roles.
  await expect.poll(() => document.querySelector("article[aria-label=Kabir]")).not.toBeNull();
  const ended = rejects("Ravi").getByRole("alert");
  await expect.element(ended).not.toBeInTheDocument();
  refuse("ALREADY_DECIDED", "This version of the profile was already decided.");
  await expect.element(page.getByText("This version of the profile was already decided.")).toBeVisible();
  await expect.element(ended).toBeVisible();
  await expect.element(rejects("Ravi").getByRole("group", { name: "What's wrong" })).not.toBeInTheDocument();
  await expect.element(rejects("Ravi").getByLabelText("Reason")).not.toBeInTheDocument();
  expect(document.querySelector("[role=dialog]")).toContainElement(document.activeElement as HTMLElement);
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});

test("a decision that fails leaves the profile waiting: 'Failed to process profile'", async () => {
  await showQueue("Ravi");
  deployment.break(api.moderator.decideWithUndo);
  await approve.click();
  await expect.element(page.getByText("Failed to process profile")).toBeVisible();
  await expect.element(row("Ravi")).toBeVisible();
});
