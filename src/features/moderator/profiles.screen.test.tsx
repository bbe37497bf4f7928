import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { limits } from "../../../convex/shared/limits";
import { hostile } from "../../testing/forms";
import { deployment } from "../../testing/page";
import { photo } from "../../testing/people";
import {
  answerDashboard,
  change,
  lookAtIt,
  row,
  sheet,
  showDashboard,
  submission,
  type Submission,
} from "./desk.testing";

const approve = page.getByRole("button", { name: "Approve" });
const reject = page.getByRole("button", { name: "Reject & Delete" });
const rejects = (name: string) => page.getByRole("dialog", { name: `Reject and delete ${name}?` });
const figure = (name: string) => page.getByRole("term").filter({ hasText: name });

test("with nobody waiting it says so, and a new profile appears without a reload", async () => {
  await showDashboard();
  await expect.element(page.getByText("All done")).toBeVisible();
  answerDashboard({ queue: [submission("Ravi")] });
  await expect.element(sheet("Ravi")).toBeVisible();
  await expect.element(figure("Pending")).toBeVisible();
});

test("shows who waits with the first one selected, the two figures, and neither phone nor e-mail", async () => {
  await showDashboard({ queue: [submission("Ravi"), submission("Kabir", { bio: "Drums." })] });
  await expect.element(row("Ravi")).toHaveAttribute("aria-current", "true");
  await expect.element(row("Kabir")).not.toHaveAttribute("aria-current");
  expect(figure("Pending").element().nextElementSibling?.textContent).toBe("2");
  expect(figure("Approved").element().nextElementSibling?.textContent).toBe("7");
  await row("Kabir").click();
  await expect.element(page.getByRole("heading", { name: "Kabir, 22" })).toBeVisible();
  await expect.element(page.getByText("Drums.")).toBeVisible();
  expect(document.body.textContent).not.toMatch(/\+91|@college/);
});

test("shows every photo that others would see, which of them are new, and which are taken away", async () => {
  const [kept, added, gone] = ["kept", "added", "gone"].map((name) => {
    const url = `${photo}#${name}`;
    return { url, middle: url, small: url };
  });
  const before = change("Ravi");
  const shown = before.shown && { ...before.shown, photos: [kept!, gone!] };
  await showDashboard({ queue: [{ ...before, photos: [added!, kept!], shown }] });

  await expect.element(sheet("Ravi").getByAltText(/Now public/)).toHaveAttribute("src", gone!.url);
  const addresses = sheet("Ravi")
    .getByRole("img")
    .elements()
    .map((image) => image.getAttribute("src"));
  expect(addresses).toEqual([gone!.url, added!.url, kept!.url]);
});

test("what is known of an earlier time is marked: by what, what happened, and when", async () => {
  const knownBefore: Submission["knownBefore"] = [
    { by: ["address", "phone"], what: "reported", at: Date.UTC(2025, 11, 18, 5, 0) },
    { by: ["picture"], what: "suspended", at: Date.UTC(2025, 11, 17, 5, 0) },
  ];
  await showDashboard({ queue: [submission("Ravi", { knownBefore }), submission("Kabir")] });
  await expect.element(page.getByText("Known from before: address / phone")).toBeVisible();
  await expect.element(page.getByText(/deleted while reports about it were open\. 18 Dec, 10:30/)).toBeVisible();
  await expect.element(page.getByText("Known from before: picture")).toBeVisible();
  await expect.element(page.getByText(/An earlier account was suspended\. 17 Dec, 10:30/)).toBeVisible();
  await expect.element(row("Ravi")).toHaveTextContent("Known");
  await expect.element(row("Kabir")).not.toHaveTextContent("Known");
});

test("Approve takes the profile out of the queue and selects the next; earlier decisions are listed", async () => {
  const queue = [submission("Ravi"), submission("Kabir")];
  await showDashboard({ queue });
  takeDecisions(queue);
  await lookAtIt();
  await approve.click();
  await expect.element(row("Ravi")).not.toBeInTheDocument();
  await expect.element(sheet("Kabir")).toBeVisible();
  expect(deployment.calls(api.moderator.decide)).toEqual([{ id: queue[0]?._id, approved: true }]);
  deployment.answer(api.moderator.stats, {
    stats: { pending: 1, approved: 8 },
    recentActivity: [{ name: "Ravi", moderationStatus: "approved" }],
  });
  await expect.element(page.getByRole("listitem").filter({ hasText: "Ravi" })).toHaveTextContent("approved");
});

test("by keys: J and K move through the queue, A approves, R asks, and Enter rejects with the reason", async () => {
  const queue = [submission("Ravi"), submission("Kabir"), submission("Dev")];
  await showDashboard({ queue });
  takeDecisions(queue);
  await userEvent.keyboard("j");
  await expect.element(sheet("Kabir")).toBeVisible();
  await userEvent.keyboard("k");
  await expect.element(sheet("Ravi")).toBeVisible();
  await lookAtIt();
  await userEvent.keyboard("r");
  await expect.element(page.getByRole("textbox", { name: "Reason" })).toHaveFocus();
  await userEvent.keyboard("Please show your face.{Enter}");
  await expect.element(row("Ravi")).not.toBeInTheDocument();
  await expect.element(sheet("Kabir")).toBeVisible();
  await lookAtIt();
  await userEvent.keyboard("a");
  await expect.element(row("Kabir")).not.toBeInTheDocument();
  expect(deployment.calls(api.moderator.decide)).toEqual([
    { id: queue[0]?._id, approved: false, reason: "Please show your face." },
    { id: queue[1]?._id, approved: true },
  ]);
});

test("'Reject & Delete' by mouse asks first, and only its second press deletes", async () => {
  const queue = [submission("Ravi")];
  await showDashboard({ queue });
  takeDecisions(queue);
  await lookAtIt();
  await reject.click();
  await rejects("Ravi").getByRole("button", { name: "Cancel" }).click();
  await expect.element(rejects("Ravi")).not.toBeInTheDocument();
  expect(deployment.calls(api.moderator.decide)).toEqual([]);

  await reject.click();
  await rejects("Ravi").getByLabelText("Reason").fill("A guitar is no face.");
  await rejects("Ravi").getByRole("button", { name: "Reject & Delete" }).click();
  await expect.element(row("Ravi")).not.toBeInTheDocument();
  expect(deployment.calls(api.moderator.decide)).toEqual([
    { id: queue[0]?._id, approved: false, reason: "A guitar is no face." },
  ]);
});

test("a reason may have any characters up to 300, and may be left out", async () => {
  const queue = [submission("Ravi"), submission("Kabir")];
  await showDashboard({ queue });
  takeDecisions(queue);
  await lookAtIt();
  await reject.click();
  const reason = rejects("Ravi").getByLabelText("Reason");
  await reason.fill(hostile.long);
  await expect.element(reason).toHaveValue("x".repeat(300));
  await reason.fill(hostile.script);
  await userEvent.keyboard("{Enter}");
  await expect.element(sheet("Kabir")).toBeVisible();
  await lookAtIt();
  await userEvent.keyboard("r");
  await expect.element(rejects("Kabir")).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("All done")).toBeVisible();
  expect(deployment.calls(api.moderator.decide)).toEqual([
    { id: queue[0]?._id, approved: false, reason: hostile.script },
    { id: queue[1]?._id, approved: false },
  ]);
  expect(document.title).not.toBe("owned");
});

test("six usual reasons are at hand, and can be put in other words before they are sent", async () => {
  const queue = [submission("Ravi")];
  await showDashboard({ queue });
  takeDecisions(queue);
  await lookAtIt();
  await reject.click();
  const usual = rejects("Ravi").getByRole("group", { name: "What is wrong" });
  expect(usual.getByRole("button").elements()).toHaveLength(6);
  await usual.getByRole("button", { name: "No face" }).click();
  await expect.element(usual.getByRole("button", { name: "No face" })).toHaveAttribute("aria-pressed", "true");
  const reason = rejects("Ravi").getByLabelText("Reason");
  await expect.element(reason).toHaveFocus();
  await userEvent.keyboard(" Thank you.{Enter}");
  await expect.element(page.getByText("All done")).toBeVisible();
  expect(deployment.calls(api.moderator.decide)).toMatchObject([
    { approved: false, reason: expect.stringMatching(/^Your first photo does not show your face.* Thank you\.$/) },
  ]);
});

test("the tab's title counts who waits, and the handle leads to the person's page", async () => {
  await showDashboard({ queue: [submission("Ravi", { instagramHandle: "ravi.sings" })], pending: 12 });
  await expect.poll(() => document.title).toBe("(12) Moderator Dashboard");
  const link = sheet("Ravi").getByRole("link", { name: "@ravi.sings on Instagram" });
  await expect.element(link).toHaveAttribute("href", "https://www.instagram.com/ravi.sings");
  answerDashboard({});
  await expect.poll(() => document.title).toBe("Moderator Dashboard");
});

test("a change is shown beside what is public, and rejected as a change", async () => {
  const queue = [change("Ravi")];
  await showDashboard({ queue });
  takeDecisions(queue);
  const table = page.getByRole("table");
  await expect.element(table.getByRole("row").nth(1)).toHaveTextContent("BioBass player.Another bio.");
  await expect.element(table.getByRole("row").nth(2)).toHaveTextContent("Photochanged");
  expect(table.getByRole("row").elements(), "only what differs").toHaveLength(3);
  await expect.element(reject).not.toBeInTheDocument();
  await lookAtIt();
  await page.getByRole("button", { name: "Reject change" }).click();
  const question = page.getByRole("dialog", { name: "Reject the change of Ravi?" });
  await expect.element(question).toHaveTextContent("What is public now stays. The person is told.");
  await question.getByRole("button", { name: "Reject change" }).click();
  await expect.element(page.getByText("All done")).toBeVisible();
  expect(deployment.calls(api.moderator.decide)).toMatchObject([{ approved: false }]);
});

test("hostile text is shown as text", async () => {
  await showDashboard({ queue: [submission(hostile.quotes, { bio: hostile.script })] });
  await expect.element(page.getByText(hostile.script)).toBeVisible();
  await expect.element(page.getByRole("heading", { name: hostile.quotes })).toBeVisible();
  expect(document.title).not.toBe("owned");
});

test("repeated presses of a key or a button make one decision: the next profile stays", async () => {
  const queue = ["Anu", "Bina", "Chitra", "Dipa", "Esha", "Farah"].map((name) => submission(name));
  await showDashboard({ queue });
  takeDecisions(queue);
  const comes = async (name: string) => {
    await expect.element(sheet(name)).toBeVisible();
    await lookAtIt();
  };
  await lookAtIt();
  await approve.dblClick();
  await comes("Bina");
  await reject.click();
  await rejects("Bina").getByRole("button", { name: "Reject & Delete" }).dblClick();
  await comes("Chitra");
  await userEvent.keyboard("{a>6/}");
  await comes("Dipa");
  await userEvent.keyboard("r");
  await expect.element(rejects("Dipa")).toBeVisible();
  await userEvent.keyboard("{Enter}{Enter}");
  await comes("Esha");
  await userEvent.keyboard("aa");
  await comes("Farah");
  expect(deployment.calls(api.moderator.decide).map(({ id }) => id)).toEqual(queue.slice(0, 5).map(({ _id }) => _id));
});

test("nobody is decided on unseen", async () => {
  await showDashboard({ queue: [submission("Ravi")] });
  await userEvent.keyboard("a");
  await userEvent.keyboard("r");
  await approve.click({ force: true });
  await reject.click({ force: true });
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  expect(deployment.calls(api.moderator.decide)).toEqual([]);
  await lookAtIt();
  await expect.element(approve).toHaveAttribute("aria-disabled", "false");
});

test("a profile that a colleague decides on first leaves the queue, and an open question about it closes", async () => {
  const [ravi, kabir] = [submission("Ravi"), submission("Kabir")];
  await showDashboard({ queue: [ravi, kabir] });
  await lookAtIt();
  await reject.click();
  await expect.element(rejects("Ravi")).toBeVisible();
  answerDashboard({ queue: [kabir] });
  await expect.element(sheet("Kabir")).toBeVisible();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});

test("what a colleague has open is marked, and one begins with what nobody has", async () => {
  const [ravi, kabir] = [submission("Ravi"), submission("Kabir")];
  answerDashboard({ queue: [ravi, kabir] });
  await showDashboard({ queue: [ravi, kabir] });
  deployment.answer(api.moderator.claimed, [{ item: ravi._id, moderator: "Mira", mine: false }]);
  await expect.element(row("Ravi")).toHaveTextContent("Mira is looking");
  await row("Ravi").click();
  await expect.element(sheet("Ravi").getByText("Mira is looking")).toBeVisible();
  await expect.poll(() => deployment.calls(api.moderator.claim).at(-1)).toEqual({ item: ravi._id });
});

test("after a decision the next is the one that the deployment gives, also where a colleague has just opened the one below", async () => {
  const [ravi, kabir, dev] = [submission("Ravi"), submission("Kabir"), submission("Dev")];
  await showDashboard({ queue: [ravi, kabir, dev] });
  await lookAtIt();
  deployment.answer(api.moderator.decide, () => {
    deployment.answer(api.moderator.queue, [kabir, dev]);
    return null;
  });
  const { answer: give } = deployment.hold(api.moderator.claimNext);
  await approve.click();
  await expect.element(sheet("Kabir"), { message: "in the meantime" }).toBeVisible();
  await lookAtIt();
  await userEvent.keyboard("a");
  expect(deployment.calls(api.moderator.decide), "nobody is decided on before it is theirs").toHaveLength(1);
  expect(deployment.calls(api.moderator.claim).at(-1), "nor claimed").toEqual({ item: ravi._id });
  give(dev._id);
  await expect.element(sheet("Dev")).toBeVisible();
  await expect.poll(() => deployment.calls(api.moderator.claim).at(-1)).toEqual({ item: dev._id });
});

test("while colleagues have open whatever waits, nobody is shown, and one can still look", async () => {
  const [ravi, kabir] = [submission("Ravi"), submission("Kabir")];
  await showDashboard({ queue: [ravi, kabir], claims: [ravi, kabir].map(openedByMira) });
  await expect.element(page.getByText("Your colleagues have the rest")).toBeVisible();
  await row("Ravi").click();
  await expect.element(sheet("Ravi")).toBeVisible();
});

test("somebody who is free again, or new, is shown by themselves", async () => {
  const [ravi, kabir] = [submission("Ravi"), submission("Kabir")];
  await showDashboard({ queue: [ravi], claims: [openedByMira(ravi)] });
  await expect.element(page.getByText("Your colleagues have the rest")).toBeVisible();
  deployment.answer(api.moderator.claimNext, kabir._id);
  deployment.answer(api.moderator.queue, [ravi, kabir]);
  await expect.element(sheet("Kabir")).toBeVisible();
});

test("colleagues are told anew of a profile that stays open, before they stop hearing of it", async () => {
  const ravi = submission("Ravi");
  await showDashboard({ queue: [ravi] });
  const told = () => deployment.calls(api.moderator.claim).filter(({ item }) => item === ravi._id).length;
  await expect.poll(told).toBeGreaterThan(0);
  for (let lifetime = 0; lifetime < 3; lifetime++) {
    const before = told();
    await vi.advanceTimersByTimeAsync(limits.claimLifetime - 1);
    await expect.poll(told).toBeGreaterThan(before);
  }
});

test("a decision that fails leaves the profile waiting: 'Failed to process profile'", async () => {
  await showDashboard({ queue: [submission("Ravi")] });
  deployment.break(api.moderator.decide);
  await lookAtIt();
  await approve.click();
  await expect.element(page.getByText("Failed to process profile")).toBeVisible();
  await expect.element(row("Ravi")).toBeVisible();
});

test("with 500 waiting a moderator works on by keyboard, and the page holds no more than a queue", async () => {
  const all = Array.from({ length: 500 }, (_, n) => submission(`Applicant ${n}`));
  await showDashboard({ queue: all.slice(0, 50) });
  takeDecisions(all);
  const rows = () => page.getByRole("navigation").getByRole("listitem").elements();
  const times: number[] = [];
  for (let n = 0; n < 30; n++) {
    await expect.element(sheet(`Applicant ${n}`)).toBeVisible();
    await lookAtIt();
    const pressed = performance.now();
    window.dispatchEvent(new KeyboardEvent("keydown", { key: "a" }));
    await expect.poll(() => sheet(`Applicant ${n}`).query(), { interval: 1 }).toBeNull();
    times.push(performance.now() - pressed);
  }
  expect(deployment.calls(api.moderator.decide)).toHaveLength(30);
  await expect.element(figure("Pending").element().parentElement).toHaveTextContent("470");
  await expect.poll(() => rows(), { message: "the queue is filled up from behind" }).toHaveLength(50);
  await userEvent.keyboard("j");
  await expect.element(sheet("Applicant 31")).toBeVisible();
  expect(document.querySelectorAll("*").length, "elements on the page").toBeLessThan(1_500);
  const median = times.toSorted((one, other) => one - other)[15] ?? NaN;
  console.log(`With 500 waiting, from the key to the next profile: median ${median.toFixed(1)} ms.`);
});

function openedByMira({ _id }: Submission) {
  return { item: _id, moderator: "Mira", mine: false };
}

/** The deployment takes whatever is decided. */
function takeDecisions(queue: Submission[]) {
  let left = queue;
  deployment.answer(api.moderator.decide, ({ id }) => {
    left = left.filter(({ _id }) => _id !== id);
    answerDashboard({ queue: left.slice(0, 50), pending: left.length });
    return null;
  });
}
