import { expect, test } from "./fixtures";
import { addressOf, latestCode } from "./mail";
import type { Ready } from "./product";

test("a code appears in the open inbox by itself, in large type, and can be copied", async ({
  page,
  context,
  ready,
}) => {
  const email = addressOf("Asha");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(ready.mailUrl);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await send(ready, { to: email, subject: "482913 is your code", text: "Your code is 482913." });

  const mail = page.getByRole("listitem").filter({ hasText: email });
  const code = mail.getByRole("status");
  await expect(code).toHaveText("482913");
  expect(await code.evaluate((element) => parseFloat(getComputedStyle(element).fontSize))).toBeGreaterThanOrEqual(48);
  await mail.getByRole("button", { name: "Copy 482913" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("482913");
  expect(await latestCode(ready, email)).toBe("482913");
});

test("a mail's html is shown, and its scripts do not run", async ({ page, ready }) => {
  const email = addressOf("Ravi");
  const script =
    "<script>parent.document.title='taken';document.title='taken'</script><img src=x onerror=\"parent.document.title='taken'\">";
  await send(ready, {
    to: email,
    subject: "<b>Hi</b>",
    text: "See https://festival.test/a",
    html: `<h1>Hello</h1>${script}`,
  });
  await page.goto(`${ready.mailUrl}/?to=${email}`);
  const mail = page.getByRole("listitem").filter({ hasText: email });
  await mail.getByText("As it was designed").click();

  await expect(page.frameLocator("iframe").getByRole("heading", { name: "Hello" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "<b>Hi</b>" })).toBeVisible();
  await expect(page.getByRole("link", { name: "https://festival.test/a" })).toBeVisible();
  await expect(page).toHaveTitle("Inbox");
});

async function send(ready: Ready, mail: Record<string, string>) {
  const response = await fetch(`${ready.mailUrl}/emails`, {
    method: "POST",
    headers: { authorization: "Bearer re_spec", "content-type": "application/json" },
    body: JSON.stringify({ from: "Festival <hello@festival.test>", ...mail }),
  });
  expect(response.status).toBe(200);
}
