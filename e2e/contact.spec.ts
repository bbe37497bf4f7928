/** The way to the organisers. */
import { expect, test } from "./fixtures";
import { addressOf, mailsTo } from "./mail";

const hostile = `"><script>document.title = "owned"</script><img src=x onerror='document.title = "owned"'>`;

test("a message from the contact form reaches the organisers once, as text", async ({ newPage, ready }) => {
  const [page, email] = [await newPage(), addressOf("visitor")];
  await page.goto("/contact");
  for (const [label, text] of Object.entries({
    Name: "Asha",
    Email: email,
    Subject: `Lost wristband ${email}`,
    Message: `Blue, near the second stage. ${hostile}`,
  })) {
    await page.getByLabel(label).fill(text);
  }
  await page.getByRole("button", { name: "Send Message" }).dblclick();
  await expect(page.getByText("Message sent successfully! We will get back to you soon.")).toHaveCount(1);
  await expect(page.getByLabel("Message")).toHaveValue("");

  // Where the local settings have it sent.
  const received = async () =>
    (await mailsTo(ready, "help@festival.test")).filter(({ subject }) => subject.includes(email));
  await expect.poll(async () => (await received()).length).toBe(1);
  const [mail] = await received();
  expect(mail?.text).toContain("near the second stage");
  expect(mail?.html).not.toContain("<script>");
});
