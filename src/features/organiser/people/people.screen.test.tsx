import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { api } from "../../../../convex/_generated/api";
import { deployment, press, resize, showToOrganiser } from "../../../testing/page";
import { hostile } from "../../../testing/forms";
import { brokenPhoto, lastPage } from "../../../testing/people";
import { listed, person, showPerson } from "./people.testing";

const search = page.getByRole("searchbox", { name: "Search" });
const row = (name: string) =>
  page.getByRole("list", { name: "People found" }).getByRole("link", { name: new RegExp(name) });
const question = page.getByRole("dialog");
const act = (name: string) => page.getByRole("button", { name, exact: true });

test("the search finds people while the organiser types, and shows earlier results until it does; 'All people' leads back to it", async () => {
  const [asha, ravi] = [
    listed("Asha", { waiting: true }),
    listed("Ravi", { status: "suspended", reported: true, waiting: true, photosWaiting: true }),
  ];
  deployment.answer(api.people.list, lastPage([asha, ravi]));
  showToOrganiser("/organiser/people");
  await expect.element(row("Ravi")).toHaveTextContent(/Suspended.*Reported.*Photos undecided.*ra…@college.edu/);
  await expect.element(row("Asha"), { message: "only her text waits" }).not.toHaveTextContent(/undecided/);

  const held = deployment.hold(api.people.list);
  await userEvent.type(search, "ash");
  await expect.element(row("Ravi")).toBeVisible();
  held.answer(lastPage([asha]));
  await expect.element(row("Ravi")).not.toBeInTheDocument();
  await expect.element(row("Asha")).toBeVisible();
  expect(window.location.search).toBe("?q=ash");
  expect(deployment.calls(api.people.list).at(-1)).toMatchObject({ search: "ash", filter: {} });

  const tier = page.getByRole("combobox", { name: "Tier" });
  await tier.selectOptions("free");
  showPerson(person("Asha", { _id: asha._id }));
  await row("Asha").click();
  await expect.element(page.getByText("asha@college.edu")).toBeVisible();
  await page.getByRole("link", { name: "All people" }).click();
  await expect.element(search).toHaveValue("ash");
  await expect.element(tier).toHaveValue("free");
});

test("the tab of the list and the browser's Back change the search in the field, as in the address", async () => {
  deployment.answer(api.people.list, lastPage([listed("Asha")]));
  showToOrganiser("/organiser/people?q=as");
  await expect.element(search).toHaveValue("as");
  await page.getByRole("link", { name: "People", exact: true }).click();
  await expect.element(search).toHaveValue("");
  expect(deployment.calls(api.people.list).at(-1)).toMatchObject({ search: "" });
  window.history.back();
  await expect.element(search).toHaveValue("as");
});

test("a late answer to one question closes no other, whose reason is being typed", async () => {
  showPerson(person("Asha"));
  showToOrganiser(`/organiser/people/${person("Asha")._id}`);
  const suspended = deployment.hold(api.people.suspend);
  await press("Suspend");
  await question.getByRole("textbox").fill("You pushed people.");
  await question.getByRole("button", { name: "Suspend" }).click();
  await expect.poll(() => deployment.calls(api.people.suspend)).toHaveLength(1);
  await question.getByRole("button", { name: "Cancel" }).click();
  await press("Sign out everywhere");
  await question.getByRole("textbox").fill("Her phone was stolen.");
  suspended.answer(null);
  await expect.element(page.getByRole("listitem").filter({ hasText: "Suspended" }).first()).toBeVisible();
  await expect.element(question.getByRole("textbox")).toHaveValue("Her phone was stolen.");
});

test("Back from a person returns to where the list was scrolled to, once the list has loaded", async () => {
  const people = Array.from({ length: 25 }, (_, index) => listed(`Asha ${index}`));
  deployment.answer(api.people.list, lastPage(people));
  showToOrganiser("/organiser/people");
  await expect.element(row("Asha 24")).toBeVisible();
  showPerson(person("Asha", { _id: people[20]!._id }));
  row("Asha 20").element().scrollIntoView({ block: "center" });
  const position = window.scrollY;
  expect(position).toBeGreaterThan(500);
  await row("Asha 20").click();
  await expect.element(page.getByText("asha@college.edu")).toBeVisible();
  await expect.poll(() => window.scrollY).toBe(0);
  const held = deployment.hold(api.people.list);
  window.history.back();
  await expect.element(search).toBeVisible();
  held.answer(lastPage(people));
  await expect.poll(() => window.scrollY).toBe(position);
});

test("the list takes its search and filters from the address, without unknown ones, and each can be cleared", async () => {
  deployment.answer(api.people.list, lastPage([]));
  showToOrganiser("/organiser/people?q=as&status=hidden&tier=toString");
  const filter = (name: string) => page.getByRole("combobox", { name });
  const lastFilter = () => deployment.calls(api.people.list).at(-1)?.filter;
  await expect.element(page.getByText("Nobody found")).toBeVisible();
  await expect.element(search).toHaveValue("as");
  await expect.element(filter("Tier")).toHaveDisplayValue("Any tier");
  const args = { search: "as", filter: { status: "hidden" }, paginationOpts: expect.anything() };
  expect(deployment.calls(api.people.list)).toEqual([args]);
  await press("Clear all");
  await expect.element(page.getByText("No one yet")).toBeVisible();
  await expect.element(filter("Status")).toHaveDisplayValue("Any status");
  await filter("Tier").selectOptions("gold");
  await expect.poll(lastFilter).toEqual({ tier: "gold" });
  await filter("Tier").selectOptions("Any tier");
  await expect.poll(lastFilter).toEqual({});
});

test("long names wrap on a phone, even beside a broken or missing photo", async () => {
  await resize(360, 740);
  deployment.answer(
    api.people.list,
    lastPage([listed(hostile.long.slice(0, 60), { photo: null }), listed("Broken", { photo: brokenPhotoAt() })]),
  );
  showToOrganiser("/organiser/people");
  await expect.element(row("Broken")).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});

test("a person's page is opened before it is read, says so or that it failed, and is opened again when its time is over", async () => {
  const asha = person("Asha");
  deployment.answer(api.people.person, null);
  deployment.answer(api.people.record, null);
  deployment.break(api.people.open);
  showToOrganiser(`/organiser/people/${asha._id}`);
  await expect.element(page.getByRole("alert")).toHaveTextContent("Failed to load this person");
  deployment.answer(api.people.open, () => {
    showPerson(asha);
    return null;
  });
  await press("Try again");
  await expect.element(page.getByText("asha@college.edu")).toBeVisible();
  await expect.element(page.getByText("+919876543210")).toBeVisible();
  await expect.element(page.getByText("The log shows that you opened this page.")).toBeVisible();
  expect(deployment.calls(api.people.open)).toEqual([{ userId: asha._id }, { userId: asha._id }]);
  deployment.answer(api.people.person, null);
  await expect.poll(() => deployment.calls(api.people.open)).toHaveLength(3);
  await expect.element(page.getByText("asha@college.edu")).toBeVisible();
});

test("a person deleted while their page is open disappears at once", async () => {
  await opened();
  deployment.refuse(api.people.person, "NOT_FOUND", "There is nobody here.");
  await expect.element(page.getByRole("heading", { name: "This person is gone" })).toBeVisible();
  deployment.answer(api.people.list, lastPage([]));
  await page.getByRole("link", { name: "All people" }).click();
  await expect.element(search).toBeVisible();
});

test("a suspension asks first, says what follows, and needs a reason that the person reads", async () => {
  const asha = await opened();
  deployment.answer(api.people.suspend, () => {
    showPerson({ ...asha, status: "suspended", suspension: { reason: "You pushed people.", at: Date.now() } });
    return null;
  });
  await press("Suspend");
  await expect.element(question).toHaveTextContent("They leave every deck and list at once");
  await question.getByRole("button", { name: "Suspend" }).click();
  await expect.element(question.getByText("Please write a reason.")).toBeVisible();
  await question.getByRole("textbox", { name: "Reason" }).fill("You pushed people.");
  await question.getByRole("button", { name: "Suspend" }).click();
  await expect.element(page.getByText("Profile suspended")).toBeVisible();
  await expect.element(page.getByText(/They were told: You pushed people\./)).toBeVisible();
  await expect.element(act("Restore")).toBeVisible();
  await expect.element(act("Suspend")).not.toBeInTheDocument();
  expect(deployment.calls(api.people.suspend)).toEqual([{ userId: asha._id, reason: "You pushed people." }]);
});

test("an organiser can take away VIP given by hand, and not Gold that was paid for", async () => {
  const since = Date.now();
  const asha = await opened({ gold: { since, by: "order" }, vip: { since, by: "hand" } });
  await expect.element(act("Take VIP away")).toBeVisible();
  for (const name of ["Take Gold away", "Give Gold", "Give VIP"]) {
    await expect.element(act(name)).not.toBeInTheDocument();
  }
  deployment.answer(api.people.setTier, null);
  await press("Take VIP away");
  await question.getByRole("textbox", { name: "Reason" }).fill("Given to the wrong Asha.");
  await question.getByRole("button", { name: "Take VIP away" }).click();
  await expect.element(page.getByText("VIP taken away")).toBeVisible();
  const { _id: userId } = asha;
  expect(deployment.calls(api.people.setTier)).toEqual([
    { userId, reason: "Given to the wrong Asha.", feature: "vip_boost", has: false },
  ]);
});

test("a deletion needs a reason, and the person's data can be downloaded as a file", async () => {
  const { _id: userId } = await opened();
  deployment.answer(api.people.remove, null);
  await press("Delete for good");
  await question.getByRole("button", { name: "Delete for good" }).click();
  await expect.element(question.getByText("Please choose a reason.")).toBeVisible();
  await question.getByRole("combobox", { name: "Reason" }).selectOptions("They asked for it");
  await question.getByRole("button", { name: "Delete for good" }).click();
  await expect.element(page.getByText("Account deleted")).toBeVisible();
  expect(deployment.calls(api.people.remove)).toEqual([{ userId, reason: "asked" }]);

  deployment.answer(api.people.exportData, "{}");
  await press("Export their data");
  await question.getByRole("button", { name: "Export their data" }).click();
  await expect.element(page.getByText("The file is in your downloads")).toBeVisible();
  expect(deployment.calls(api.people.exportData)).toEqual([{ userId, reason: "" }]);
});

async function opened(more: Parameters<typeof person>[1] = {}) {
  const asha = person("Asha", more);
  showPerson(asha);
  deployment.answer(api.people.open, null);
  showToOrganiser(`/organiser/people/${asha._id}`);
  await expect.element(page.getByText("asha@college.edu")).toBeVisible();
  return asha;
}

function brokenPhotoAt() {
  return { url: brokenPhoto, middle: brokenPhoto, small: brokenPhoto };
}
