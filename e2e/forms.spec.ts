/** Every form of a visitor and of a moderator against bad input: its sentence, nothing lost, nothing sent twice. */
import { hostile, isUnharmed, pressTwice, refusesEach, type, type Case } from "./badInput";
import { expect, test } from "./demands/people";
import { call } from "./doors";
import { addressOf, latestCode, mailsTo, resetLink } from "./mail";

const missing = "Please enter your email";
const noAddress = "Please enter a valid email address";
const notAddresses = ["asha", "asha@college", "asha@college.edu, eve@evil.example", ...Object.values(hostile)];
const badAddresses: Case[] = [
  [{ Email: "   " }, missing],
  ...notAddresses.map((Email): Case => [{ Email }, noAddress]),
];
/** The rows above stand for all forms that ask for an address: the field and its check are the same one. */
const badAddress: Case[] = [
  [{ Email: "" }, missing],
  [{ Email: hostile.script }, noAddress],
];
const password = `${hostile.script} Aa1${hostile.emoji}`;

test.describe("/auth", () => {
  test("signing up refuses what is no address, and two presses are one mail", async ({ page, ready }) => {
    const email = addressOf("twice");
    await page.goto("/auth");
    await refusesEach(page, "Send OTP", { Email: email }, badAddresses);
    await type(page, { Email: email });
    await pressTwice(page, "Send OTP");
    await expect(page.getByLabel("OTP")).toBeVisible();
    await expect(page.getByText("OTP sent to your email!")).toHaveCount(1);
    expect(await mailsTo(ready, email)).toHaveLength(1);
    await isUnharmed(page);
  });

  test("the code step refuses bad codes and passwords, and takes a password of any characters once", async ({
    page,
    ready,
  }) => {
    test.setTimeout(120_000);
    const email = addressOf("step");
    await page.goto("/auth");
    await type(page, { Email: email });
    await page.getByLabel("Email").press("Enter");
    const code = await latestCode(ready, email);
    const right = { OTP: code, Password: password, "Confirm Password": password };
    const tooShort = "Password must be at least 8 characters";
    await refusesEach(page, "Verify OTP", right, [
      [{ OTP: "", Password: "", "Confirm Password": "" }, "Failed to verify OTP", tooShort],
      [
        { OTP: hostile.long, Password: hostile.long },
        "Failed to verify OTP",
        "Password must be at most 128 characters",
      ],
      ...["12345", "abcdef", "१२३४५६", hostile.quotes].map((OTP): Case => [{ OTP }, "Failed to verify OTP"]),
      [{ Password: "seven 7" }, tooShort],
      [{ "Confirm Password": `${password} ` }, "Passwords do not match!"],
    ]);
    await type(page, { OTP: ` ${code} ` });
    await pressTwice(page, "Verify OTP");
    await expect(page.getByText("Email verified successfully! Please login.")).toHaveCount(1);
    await expect(page.getByText("Failed to verify OTP")).toBeHidden();
    await type(page, { Email: email.toUpperCase(), Password: password });
    await pressTwice(page, "Sign In");
    await expect(page.getByText("Logged in successfully!")).toHaveCount(1);
    await expect(page).toHaveURL(/\/create-profile$/);
    await isUnharmed(page);
  });

  test("signing in refuses bad addresses and passwords", async ({ page }) => {
    await page.goto("/login");
    await refusesEach(page, "Sign In", { Email: addressOf("nobody"), Password: password }, [
      ...badAddress,
      [{ Email: "", Password: "" }, missing, "Please enter your password"],
      [{ Password: hostile.long }, "Password must be at most 128 characters"],
      [{ Password: hostile.script }, "Failed to login"],
      [{ Password: hostile.nul }, "Failed to login"],
    ]);
    await isUnharmed(page);
  });

  test("asking for a reset refuses what is no address, and Enter twice is one mail", async ({
    page,
    ready,
    people,
  }) => {
    const { email } = await people.account("Forgetful");
    await page.goto("/login");
    await page.getByRole("button", { name: "Forgot Password?" }).click();
    await refusesEach(page, "Reset Password", { Email: email }, badAddress);
    await type(page, { Email: email });
    for (let n = 0; n < 2; n++) await page.getByLabel("Email").press("Enter");
    await expect(page.getByText("Password reset instructions sent to your email")).toHaveCount(1);
    await expect.poll(async () => (await resetLinks(email)).length).toBe(1);
    await isUnharmed(page);

    async function resetLinks(to: string) {
      return (await mailsTo(ready, to)).filter(({ subject }) => subject.startsWith("Reset"));
    }
  });

  test("a new password has to be strong and the same twice, and is set once", async ({ page, ready, people }) => {
    const account = await people.account("Resetting");
    await call(ready, "action", "auth:requestReset", { email: account.email });
    await page.goto(await resetLink(ready, account.email));
    await refusesEach(page, "Reset Password", { "New Password": password, "Confirm Password": password }, [
      [{ "New Password": "", "Confirm Password": "" }, "Please choose a stronger password"],
      [{ "New Password": "aaaaaaaa" }, "Please choose a stronger password"],
      [{ "New Password": hostile.invisible }, "Please choose a stronger password"],
      [{ "New Password": "aB3" }, "Password must be at least 8 characters"],
      [{ "New Password": `aB3!${hostile.long}` }, "Password must be at most 128 characters"],
      [{ "Confirm Password": hostile.emoji }, "Passwords do not match"],
    ]);
    await pressTwice(page, "Reset Password");
    await expect(page.getByText("Password changed. Please login.")).toHaveCount(1);
    await expect(page.getByText("Invalid reset link")).toBeHidden();
    await expect(page).toHaveURL(/\/auth$/);
    await isUnharmed(page);
  });
});

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
