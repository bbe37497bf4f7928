/** Every screen while the server cannot be reached: it says so, stays, keeps what was typed, and goes on by itself. */
import type { BrowserContext, Locator, Page } from "@playwright/test";
import { type } from "./badInput";
import { cable, expect, match, swipe, test, woman } from "./demands/people";
import { call, type Member } from "./doors";
import { signInModerator } from "./fixtures";
import { addressOf } from "./mail";
import type { Ready } from "./product";

const ribbon = (page: Page) => page.getByText("No connection. Trying again…");
const button = (on: Page | Locator, name: string | RegExp) => on.getByRole("button", { name });

test.describe("Before a screen has loaded, and while it is open, it says so and recovers without a reload", () => {
  test("for a visitor", async ({ page }) => {
    await outlives(page, {
      "/auth": (on) => button(on, "Send OTP"),
      "/contact": (on) => button(on, "Send Message"),
      [`/reset-password/${"0".repeat(64)}`]: (on) => button(on, "Reset Password"),
      "/moderator/login": (on) => button(on, "Sign In"),
    });
  });

  test("for somebody without a profile", async ({ people }) => {
    const page = await people.seat(await people.account("Gone Newcomer"));
    await outlives(page, { "/create-profile": (on) => button(on, "Create Profile") });
  });

  test("for somebody who waits", async ({ people }) => {
    const page = await people.seat(await people.applicant(woman("Gone Applicant")));
    await outlives(page, { "/moderation-pending": (on) => on.getByRole("heading", { name: "Profile Under Review" }) });
  });

  test("for a member", async ({ people, ready }) => {
    test.setTimeout(120_000);
    const [me, other] = [await people.member(woman("Gone Member")), await people.member(woman("Gone Other"))];
    await match(ready, me, other);
    await people.member(woman("Gone Third"));
    await outlives(await people.seat(me), {
      "/swipe": (on) => on.getByRole("heading", { name: /^Gone Third/ }),
      "/matches": (on) => on.getByRole("heading", { name: /^Gone Other/ }),
      "/profile": (on) => on.getByRole("heading", { name: /^Gone Member/ }),
      "/edit-profile": (on) => button(on, "Update Profile"),
      "/upgrade": (on) => button(on, "Upgrade Now"),
    });
  });

  test("for a buyer who comes back from the provider", async ({ people, ready }) => {
    const buyer = await people.member(woman("Gone Buyer"));
    const page = await people.seat(buyer);
    const path = `/payment-success?order_id=${await paidOrder(ready, buyer)}`;
    const { cut, mend } = await cable(page);
    await cut();
    await page.goto(path);
    await expect(ribbon(page)).toBeVisible();
    expect(page.url()).toContain(path);
    mend();
    await expect(page.getByRole("heading", { name: "Payment Successful!" })).toBeVisible({ timeout: 20_000 });
  });

  test("for a moderator", async ({ page, ready }) => {
    await signInModerator(ready, page);
    await outlives(page, { "/moderator/dashboard": (on) => on.getByRole("heading", { name: "Moderator Dashboard" }) });
  });
});

test.describe("What is sent while the server is gone", () => {
  test("from /contact fails by its sentence, and can be sent again", async ({ page }) => {
    const line = await lineAt(page);
    await page.goto("/contact");
    await line.retry(
      { Name: "Asha", Email: addressOf("gone"), Subject: "Hello", Message: "Is anybody there?" },
      "Send Message",
      "Failed to send message. Please try again later.",
      "Message sent successfully! We will get back to you soon.",
    );
  });

  test("by a member fails by its sentence, and can be sent again", async ({ people, ready }) => {
    test.setTimeout(120_000);
    const me = await people.member(woman("Sending Member"));
    for (const name of ["Sending Match", "Sending Card", "Sending Like"]) {
      const other = await people.member(woman(name));
      if (name.endsWith("Match")) await match(ready, me, other);
      if (name.endsWith("Like")) await swipe(ready, other, me);
    }
    const page = await people.seat(me);
    const line = await lineAt(page);
    await page.goto("/edit-profile");
    await line.retry(
      { Bio: "Typed in a tunnel." },
      "Update Profile",
      "Failed to update profile",
      "Profile updated successfully!",
    );
    await page.goto("/matches");
    await button(page, "Unmatch Sending Match").click();
    await line.cut();
    await button(page.getByRole("dialog"), /^Unmatch$/).click();
    await line.says("Failed to unmatch");
    await expect(page.getByRole("heading", { name: /^Sending Match/ })).toBeVisible();
    await line.mend();
    await button(page, "Unmatch Sending Match").click();
    await button(page.getByRole("dialog"), /^Unmatch$/).click();
    await expect(page.getByText("Successfully unmatched")).toBeVisible();
    await page.getByRole("tab", { name: "Pending Likes (1)" }).click();
    await line.cut();
    await button(page, "Reject Sending Like").click();
    await line.mend();
    await expect(page.getByText("Like rejected")).toBeVisible();
    await page.goto("/swipe");
    await button(page, "Report Sending Card").click();
    const failed = "Failed to submit report. Please try again.";
    await line.retry({ Reason: "Rude." }, "Submit Report", failed, "Report submitted successfully");
    await page.goto("/profile");
    await line.retry({}, "Sign Out", "Failed to sign out", "Signed out successfully");
  });

  test("by a moderator fails by its sentence, and can be sent again", async ({ page, ready, people }) => {
    await people.applicant(woman("Gone Queue"));
    const line = await lineAt(page);
    await page.goto("/moderator/login");
    await line.cut();
    await type(page, { Email: ready.moderator.email, Password: ready.moderator.password });
    await button(page, "Sign In").click();
    await line.says("Login failed");
    await line.mend();
    await button(page, "Sign In").click();
    await button(page, /Gone Queue/).click();
    await expect(page.getByRole("heading", { name: /^Gone Queue/ })).toBeVisible();
    await line.cut();
    await button(page, /^Approve/).click();
    await line.says("Failed to process profile");
    await expect(button(page, /Gone Queue/)).toBeVisible();
    await line.mend();
    await button(page, /^Approve/).click();
    await expect(button(page, /Gone Queue/)).toBeHidden();
    await line.retry({}, "Sign Out", "Failed to sign out", "Signed out successfully");
  });
});

type Screens = Record<string, (page: Page) => Locator>;

/** Opens all of a person's screens with the line cut, mends it, and cuts and mends it once more. */
async function outlives(page: Page, screens: Screens) {
  const context = page.context();
  const line = await lineAt(context);
  await line.cut();
  const open = Object.entries(screens).map(async ([path, what]) => {
    const tab = await context.newPage();
    await tab.goto(path);
    await expect(ribbon(tab), path).toBeVisible();
    return { path, tab, shown: () => expect(what(tab), path).toBeVisible() };
  });
  const tabs = await Promise.all(open);
  const allAreHere = async (isCut: boolean) => {
    for (const { path, tab, shown } of tabs) {
      await expect(ribbon(tab), path).toBeVisible({ visible: isCut });
      await shown();
      expect(tab.url(), "nobody is sent away").toContain(path);
    }
  };
  await line.mend();
  await allAreHere(false);
  await line.cut();
  await context.clock.fastForward(2_000);
  await allAreHere(true);
  await line.mend();
  await allAreHere(false);
}

/** A line that need not be waited for: time is moved on past the page's patience, and past its pauses between two tries. */
async function lineAt(at: Page | BrowserContext) {
  const { cut, mend } = await cable(at);
  await at.clock.install();
  const line = {
    cut,
    mend: async () => {
      mend();
      await at.clock.fastForward(20_000);
    },
    says: async (sentence: string) => {
      await at.clock.fastForward(5_000);
      await expect(pageOf(at).getByText(sentence, { exact: true }).first()).toBeVisible();
    },
    /** Fills in, sends off to nobody, and then once more to somebody. */
    retry: async (typed: Record<string, string>, send: string, failed: string, done: string) => {
      const page = pageOf(at);
      await type(page, typed);
      await expect(button(page, send)).toBeVisible();
      await cut();
      await button(page, send).click();
      await line.says(failed);
      for (const [field, value] of Object.entries(typed)) {
        await expect(page.getByLabel(field, { exact: true })).toHaveValue(value);
      }
      await line.mend();
      await button(page, send).click();
      await expect(page.getByText(done)).toBeVisible();
    },
  };
  return line;
}

function pageOf(at: Page | BrowserContext): Page {
  const [page] = "pages" in at ? at.pages() : [at];
  if (page === undefined) throw new Error("No page is open");
  return page;
}

async function paidOrder(ready: Ready, { token }: Member): Promise<string> {
  const made = await call(ready, "action", "payments:createOrder", { feature: "unlimited_swipes" }, token);
  const { orderId } = (made as { value: { orderId: string } }).value;
  const body = JSON.stringify({ outcome: "SUCCESS", webhooks: 0 });
  await fetch(`${ready.payUrl}/sandbox/orders/${orderId}`, { method: "POST", body });
  return orderId;
}
