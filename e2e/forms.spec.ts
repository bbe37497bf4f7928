/** Every form of a visitor and of a moderator against bad input: its sentence, nothing lost, nothing sent twice. */
import { hostile, isUnharmed, pressTwice, refusesEach, type, type Case } from "./badInput";
import { expect, test } from "./demands/people";
import { addressOf, mailsTo } from "./mail";

const missing = "Please enter your email";
const noAddress = "Please enter a valid email address";
/** The rows above stand for all forms that ask for an address: the field and its check are the same one. */
const badAddress: Case[] = [
  [{ Email: "" }, missing],
  [{ Email: hostile.script }, noAddress],
];
const password = `${hostile.script} Aa1${hostile.emoji}`;

test("/contact refuses each field by its sentence, and a hostile message arrives once, as text", async ({
  page,
  ready,
}) => {
  const email = addressOf("writer");
  const subject = `Lost wristband ${email}`;
  const right = { Name: "Asha", Email: email, Subject: subject, Message: `${hostile.script} ${hostile.rightToLeft}` };
  const fillAll = "Please fill all required fields";
  await page.goto("/contact");
  await refusesEach(page, "Send Message", right, [
    [{ Name: "", Email: "", Subject: "", Message: "" }, fillAll, missing],
    [{ Name: " ", Subject: "  ", Message: "\n" }, fillAll],
    [{ Name: hostile.invisible }, fillAll],
    [{ Subject: hostile.invisible }, fillAll],
    [{ Message: hostile.invisible }, fillAll],
    [
      { Name: hostile.long, Email: hostile.script, Subject: hostile.long, Message: hostile.long },
      "Name must be at most 60 characters",
      noAddress,
      "Subject must be at most 120 characters",
      "Message must be at most 3000 characters",
    ],
  ]);
  await type(page, right);
  await pressTwice(page, "Send Message");
  await expect(page.getByText("Message sent successfully! We will get back to you soon.")).toHaveCount(1);
  await expect(page.getByLabel("Message")).toHaveValue("");
  await expect.poll(async () => (await received()).length).toBe(1);
  expect((await received())[0]?.html).not.toContain("<script>");
  await isUnharmed(page);

  async function received() {
    return (await mailsTo(ready, "help@festival.test")).filter((mail) => mail.subject.includes(email));
  }
});

test("/moderator/login refuses bad addresses and passwords", async ({ page }) => {
  await page.goto("/moderator/login");
  await refusesEach(page, "Sign In", { Email: addressOf("nobody"), Password: password }, [
    ...badAddress,
    [{ Email: "", Password: "" }, missing, "Please enter your password"],
    [{ Password: hostile.long }, "Password must be at most 128 characters"],
    [{ Password: hostile.script }, "Login failed"],
  ]);
  await expect(page).toHaveURL(/\/moderator\/login$/);
  await isUnharmed(page);
});
