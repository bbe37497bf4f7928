import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { field, hostile, refusesEach } from "../../testing/forms";
import { deployment, heading, press, showTo } from "../../testing/page";
import { card, deck, match, member } from "../../testing/people";

const form = page.getByRole("dialog");
const block = form.getByRole("button", { name: "Block without a report" });
const submit = form.getByRole("button", { name: "Submit Report" });
const reason = (name: string) => form.getByRole("radio", { name });
const missing = "Please provide a reason for reporting";
const failed = page.getByText("Failed to submit report. Please try again.");
const taken = page.getByText("Report submitted successfully");

test("a report from a card needs a reason of at most 500 characters, is sent once, and takes the card away", async () => {
  const [ravi, kabir] = [card("Ravi"), card("Kabir")];
  deployment.answer(api.swipes.deck, deck(ravi, kabir));
  showTo(member(), "/swipe");
  const open = page.getByRole("button", { name: "Report Ravi" });
  await open.click();
  await expect.element(field("Reason")).toHaveAttribute("rows", "4");
  await expect.element(reason("Fake profile"), { message: "no keyboard covers the reasons" }).toHaveFocus();
  await form.getByRole("button", { name: "Cancel" }).click();
  await expect.element(form).not.toBeInTheDocument();

  await open.click();
  await refusesEach("Submit Report", { Reason: "" }, [
    [{ Reason: "" }, missing],
    [{ Reason: " \n " }, missing],
  ]);
  await field("Reason").fill("Rude words in his bio.");
  await expect.element(form.getByText("22 of 500")).toBeVisible();
  await field("Reason").fill(hostile.long);
  await expect.element(form.getByText("500 of 500")).toBeVisible();
  expect(deployment.calls(api.reports.file)).toEqual([]);
  deployment.answer(api.reports.file, null);
  await field("Reason").fill(hostile.script);
  await submit.dblClick();
  await expect.element(taken).toBeVisible();
  await expect.element(form).not.toBeInTheDocument();
  await expect.element(heading("Kabir, 22")).toBeVisible();
  await expect.element(heading("Ravi, 22")).not.toBeInTheDocument();
  expect(deployment.calls(api.reports.file)).toEqual([
    { reportedUserId: ravi._id, reportedUserName: "Ravi", reason: hostile.script },
  ]);
  expect(document.title).not.toBe("owned");
});

test("a report carries the chosen reason and the text; one that is refused says why, and one that fails keeps both", async () => {
  await openForm();
  deployment.refuse(api.reports.file, "BAD_INPUT", missing);
  await field("Reason").fill(hostile.invisible);
  await submit.click();
  await expect.element(page.getByText(missing)).toBeVisible();
  await expect.element(form).toBeVisible();
  deployment.break(api.reports.file);
  await reason("Fake profile").click();
  await field("Reason").fill("Not the person in the photo");
  await submit.click();
  await expect.element(failed).toBeVisible();
  await expect.element(reason("Fake profile")).toBeChecked();
  await expect.element(field("Reason")).toHaveValue("Not the person in the photo");
  expect(deployment.calls(api.reports.file).at(-1)).toMatchObject({
    kind: "fake",
    reason: "Not the person in the photo",
  });
});

test("while a report is on its way, the arrow keys decide on no card behind the form", async () => {
  deployment.answer(api.swipes.deck, deck(card("Ravi"), card("Kabir")));
  deployment.answer(api.swipes.swipe, { match: false });
  showTo(member(), "/swipe");
  await press("Report Ravi");
  await reason("Fake profile").click();
  const filed = deployment.hold(api.reports.file);
  await submit.click();
  await expect.element(submit).toBeDisabled();
  await userEvent.keyboard("{ArrowRight}");
  filed.refuse("NOT_FOUND", "This person is gone.");
  await expect.element(page.getByText("This person is gone.")).toBeVisible();
  await form.getByRole("button", { name: "Cancel" }).click();
  await expect.element(heading("Ravi, 22")).toBeVisible();
  expect(deployment.calls(api.swipes.swipe)).toEqual([]);
});

test("a late answer to a report takes the card out of a deck that was left and opened again", async () => {
  deployment.answer(api.swipes.deck, deck(card("Ravi"), card("Kabir")));
  showTo(member(), "/swipe");
  await press("Report Ravi");
  await reason("Fake profile").click();
  const filed = deployment.hold(api.reports.file);
  await submit.click();
  await expect.poll(() => deployment.calls(api.reports.file)).toHaveLength(1);
  await userEvent.keyboard("{Escape}");
  await page.getByRole("link", { name: "Matches" }).click();
  await expect.element(heading("No matches yet")).toBeVisible();
  await page.getByRole("link", { name: "Swipe", exact: true }).click();
  await expect.element(heading("Ravi, 22")).toBeVisible();
  filed.answer(null);
  await expect.element(taken).toBeVisible();
  await expect.element(heading("Kabir, 22")).toBeVisible();
  await expect.element(heading("Ravi, 22")).not.toBeInTheDocument();
});

test("a late answer to a report does not close another person's form", async () => {
  const [ravi, kabir] = [match("Ravi"), match("Kabir")];
  deployment.answer(api.matches.list, [ravi, kabir]);
  showTo(member(), "/matches");
  const filed = deployment.hold(api.reports.file);
  await openFormOf("Ravi");
  await field("Reason").fill("Rude.");
  await submit.click();
  await expect.poll(() => deployment.calls(api.reports.file)).toHaveLength(1);
  await userEvent.keyboard("{Escape}");
  await openFormOf("Kabir");
  await field("Reason").fill("Half a thought");
  filed.answer(null);
  await expect.element(taken).toBeVisible();
  await expect.element(page.getByRole("dialog", { name: "Report Kabir" })).toBeVisible();
  await expect.element(field("Reason")).toHaveValue("Half a thought");
});

test("a match can be reported from its card or the unmatch question, which ends it; so can a person who likes you", async () => {
  const [ravi, kabir] = [match("Ravi"), card("Kabir")];
  deployment.answer(api.matches.list, [ravi]);
  deployment.answer(api.matches.pendingLikes, [kabir]);
  showTo(member(), "/matches");
  deployment.answerAndChange(api.reports.file, api.matches.list, []);
  await page.getByRole("button", { name: "See the card of Ravi" }).click();
  await page.getByRole("button", { name: "Unmatch Ravi" }).click();
  await page.getByRole("button", { name: "Report instead" }).click();
  await expect.element(page.getByRole("dialog", { name: "Report Ravi" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await openFormOf("Ravi");
  await expect.element(form.getByText(/report it in the chat: hold it/)).toBeVisible();
  await field("Reason").fill("Not who he says.");
  await submit.click();
  await expect.element(page.getByRole("tab", { name: "Matches (0)" })).toBeVisible();
  await page.getByRole("tab", { name: /^Pending Likes/ }).click();
  await press("Report Kabir");
  await field("Reason").fill("Rude.");
  await expect.element(form.getByText(/in the chat/)).not.toBeInTheDocument();
  await submit.click();
  await expect.element(form).not.toBeInTheDocument();
  expect(deployment.calls(api.reports.file)).toMatchObject([
    { reportedUserId: ravi.user._id },
    { reportedUserId: kabir._id },
  ]);
});

test("after a report or an unmatch the focus moves to the next person, and after the last one to the heading", async () => {
  // The newest first.
  const people = [match("Omar"), match("Kabir"), match("Ravi")].reverse();
  const left = (name: string) => people.filter(({ user }) => user.name !== name);
  deployment.answer(api.matches.list, people);
  showTo(member(), "/matches");
  const leaves = (name: string) => () => {
    people.splice(0, 3, ...left(name));
    deployment.answer(api.matches.list, [...people]);
    return null;
  };
  deployment.answer(api.reports.file, leaves("Kabir"));
  await openFormOf("Kabir");
  await field("Reason").fill("Rude.");
  await submit.click();
  await expect.element(page.getByRole("button", { name: "See the card of Omar" })).toHaveFocus();

  for (const name of ["Omar", "Ravi"]) {
    deployment.answer(api.matches.unmatch, leaves(name));
    await page.getByRole("button", { name: `See the card of ${name}` }).click();
    await page.getByRole("button", { name: `Unmatch ${name}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Unmatch", exact: true }).click();
    const next =
      name === "Omar"
        ? page.getByRole("button", { name: "See the card of Ravi" })
        : page.getByRole("heading", { level: 1 });
    await expect.element(next).toHaveFocus();
  }
});

test("the second press of a double press on Submit does not swipe the card below", async () => {
  deployment.answer(api.swipes.deck, deck(card("Ravi"), card("Kabir")));
  deployment.answer(api.reports.file, null);
  deployment.answer(api.swipes.swipe, { match: false });
  showTo(member(), "/swipe");
  await page.getByRole("button", { name: "Report Ravi" }).click();
  await reason("Under 18").click();
  const pressed = { bubbles: true, cancelable: true, detail: 1, clientX: 200, clientY: 600 };
  submit.element().dispatchEvent(new MouseEvent("click", pressed));
  await expect.element(form).not.toBeInTheDocument();
  const like = page.getByRole("button", { name: /^Like/ });
  like.element().dispatchEvent(new MouseEvent("click", { ...pressed, detail: 2 }));
  await expect.element(heading("Kabir, 22")).toBeVisible();
  expect(deployment.calls(api.swipes.swipe)).toEqual([]);
});

test("a usual reason is enough, and 'Something else' needs a text", async () => {
  await openForm();
  await expect
    .element(form.getByText(/We don't tell them\. You won't see them again, .* Moderators check/))
    .toBeVisible();
  await submit.click();
  await expect.element(form.getByRole("group")).toHaveAccessibleDescription(missing);
  await expect.element(reason("Fake profile")).toHaveFocus();
  await reason("Something else").click();
  await submit.click();
  await expect.element(field("Reason")).toHaveAccessibleDescription(new RegExp(missing));
  await expect.element(field("Reason")).toHaveFocus();
  await reason("Under 18").click();
  await expect.element(form.getByText(missing)).not.toBeInTheDocument();
  deployment.answer(api.reports.file, null);
  await submit.click();
  await expect.element(taken).toBeVisible();
  expect(deployment.calls(api.reports.file)).toMatchObject([{ kind: "underage", reason: "" }]);
});

test("a member can block a person from a card without a report; Back returns to the report form as it was", async () => {
  const [ravi, kabir] = [card("Ravi"), card("Kabir")];
  deployment.answer(api.swipes.deck, deck(ravi, kabir));
  showTo(member(), "/swipe");
  await page.getByRole("button", { name: "Report Ravi" }).click();
  await reason("Under 18").click();
  await field("Reason").fill("Half a thought");
  await block.click();
  const question = page.getByRole("dialog", { name: "Block Ravi?" });
  await expect
    .element(question.getByText(/We don't tell them\. .*No one can undo a block\. Moderators don't see it\./))
    .toBeVisible();
  await expect.element(question.getByRole("button", { name: "Back" })).toHaveFocus();
  await question.getByRole("button", { name: "Back" }).click();
  await expect.element(page.getByRole("dialog", { name: "Report Ravi" })).toBeVisible();
  await expect.element(reason("Under 18")).toBeChecked();
  await expect.element(reason("Under 18")).toHaveFocus();
  await expect.element(field("Reason")).toHaveValue("Half a thought");
  await userEvent.keyboard("{Escape}");
  const open = page.getByRole("button", { name: "Report Ravi" });
  await expect.element(open, { message: "the focus is back where it was before the form" }).toHaveFocus();
  await open.click();
  await expect.element(reason("Under 18"), { message: "Escape loses no input" }).toBeChecked();
  await expect.element(field("Reason")).toHaveValue("Half a thought");

  await block.click();
  deployment.break(api.reports.block);
  await question.getByRole("button", { name: "Block", exact: true }).click();
  await expect.element(page.getByText("Failed to block. Please try again.")).toBeVisible();
  deployment.answer(api.reports.block, null);
  await question.getByRole("button", { name: "Block", exact: true }).click();
  await expect.element(page.getByText("Blocked. You will not see them again.")).toBeVisible();
  await expect.element(form).not.toBeInTheDocument();
  await expect.element(heading("Kabir, 22")).toBeVisible();
  await expect.element(page.getByRole("heading", { level: 1 }), { message: "the button is gone" }).toHaveFocus();
  await expect.element(heading("Ravi, 22")).not.toBeInTheDocument();
  expect(Object.keys(window.sessionStorage), "no typed text stays").toEqual([]);
  expect(deployment.calls(api.reports.block)).toEqual([{ profileId: ravi._id }, { profileId: ravi._id }]);
  expect(deployment.calls(api.reports.file)).toEqual([]);
});

async function openFormOf(name: string) {
  await page.getByRole("button", { name: `See the card of ${name}` }).click();
  await page.getByRole("button", { name: "Report or block" }).click();
}

async function openForm() {
  deployment.answer(api.swipes.deck, deck(card("Ravi")));
  showTo(member(), "/swipe");
  await page.getByRole("button", { name: "Report Ravi" }).click();
  await expect.element(form).toBeVisible();
}
