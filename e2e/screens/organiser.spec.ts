/** Pictures of the organisers' settings and staff: festival form, list, links, second factor. */
import { TOTP } from "otpauth";
import { expect, test } from "../fixtures";
import { addressOf, findInMail } from "../mail";
import { faultsOf } from "../faults";
import { shoot, shootShowing } from "./camera";

test.setTimeout(400_000);

const dateIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
/** The query that each screen waits for. */
const queries = {
  "/organiser": "festival:settings",
  "/organiser/people": "people:list",
  "/organiser/money": "money:totals",
  "/organiser/tickets": "tickets:rules",
  "/organiser/staff": "organiser:staff",
  "/organiser/festival": "festival:changes",
  "/staff/security": "staff:me",
};

test("the festival form, its errors, past days, and the closing", async ({ people }) => {
  const page = await people.organiser("/organiser/festival");
  await shootShowing(page.getByRole("region", { name: "Preview" }), "organiser-1-festival", { fullPage: true });
  await page.getByLabel("Name", { exact: true }).fill("");
  await page.getByLabel("Last day").fill("2020-01-01");
  await page.getByRole("button", { name: "Save for everyone" }).click();
  await shootShowing(page.getByText("The last day is before the first"), "organiser-2-festival-wrong");

  await page.reload();
  await page.getByLabel("First day").fill(dateIn(-9));
  await page.getByLabel("Last day").fill(dateIn(-6));
  await page.getByRole("button", { name: "Save for everyone" }).click();
  await shootShowing(page.getByRole("dialog"), "organiser-3-days-past");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Tell them now" }).click();
  await shoot(page, "organiser-4-tell");
  await page.getByRole("dialog").getByRole("button", { name: "Tell them now" }).click();
  await page.getByLabel("Day of deletion").fill(dateIn(6));
  await page.getByRole("button", { name: "Save the day" }).click();
  await shootShowing(page.getByRole("dialog"), "organiser-5-sooner");
  await page.keyboard.press("Escape");
  await page.goto("/organiser/festival#close");
  await shootShowing(page.getByText(/^Possible from/), "organiser-6-closing", { fullPage: true });
});

test("today: an announcement, and the question before it", async ({ people }) => {
  const page = await people.organiser("/organiser");
  await page.getByLabel("Message to everyone").fill("The main stage opens an hour later. ".repeat(7));
  await page.getByText("By e-mail").click();
  await page.getByText("On phones").click();
  await page.getByRole("button", { name: "Announce" }).click();
  await shootShowing(page.getByRole("dialog"), "today-1-question");
  await page.getByRole("dialog").getByRole("button", { name: "Send" }).click();
  await shootShowing(page.getByText("Shown now"), "today-2-announced", { fullPage: true });
});

test("tickets: none, a file's format, an uploaded file, the door", async ({ people }) => {
  const page = await people.organiser("/organiser/tickets");
  await shootShowing(page.getByRole("button", { name: "Save" }), "tickets-1-none", { fullPage: true });
  const lines = ["Name;Reference;Order", `A;=1+KQ7W2N9DX;1`, "B;4M8ZT6PLC;2", "C;7HJK20PQM;3", "D;12;4"];
  const buffer = Buffer.from(lines.join("\n"));
  await page.getByLabel("CSV file").setInputFiles({ name: "codes.csv", mimeType: "text/csv", buffer });
  await page.getByLabel("The first line has").selectOption("Column names");
  await page.getByLabel("Which column has the codes?").selectOption("Reference");
  await shoot(page, "tickets-2-format", { fullPage: true });
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(page.getByText(/2 bad lines/).first()).toBeVisible();
  await page.getByText("Ticket holders").click();
  await shoot(page, "tickets-3-uploaded", { fullPage: true });
  await page.getByRole("button", { name: "Delete all unclaimed codes" }).click();
  await shoot(page, "tickets-4-removal");
  let verdicts = 0;
  await page.goto("/organiser/door");
  await shootShowing(page.getByRole("heading").first(), "tickets-5-door");
  for (const code of ["4M8ZT6PLC", "4M8ZT6PLC", "9XXXXXXXX9"]) {
    await page.getByLabel("Ticket code").fill(code);
    await page.getByRole("button", { name: "Check", exact: true }).click();
    await page.waitForLoadState("networkidle");
    await shoot(page, `tickets-6-verdict-${String((verdicts += 1))}`);
  }
});

for (const mode of ["waits", "fails"] as const) {
  test(`every organiser screen when the deployment ${mode}`, async ({ people }) => {
    const page = await people.organiser("/organiser");
    const faults = await faultsOf(page, mode);
    for (const [screen, query] of Object.entries(queries)) {
      faults.add(query);
      await page.goto(screen);
      await page.waitForLoadState("networkidle");
      if (mode === "fails")
        await shootShowing(
          page.getByRole("button", { name: /try again/i }),
          `${mode}-${screen.split("/").at(-1) ?? ""}`,
        );
      faults.delete(query);
    }
  });
}

test("the staff: the list, an invitation, the link's page, a second factor, its recovery codes", async ({
  people,
  newPage,
  ready,
}) => {
  const [email, password] = ["wilhelmina.konstantina.ramanathapuram@" + addressOf("x").split("@")[1], "Gate keeper 9!"];
  const page = await people.organiser("/organiser/staff");
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await shoot(page, "staff-1-invite");
  await page.getByRole("button", { name: "Send the invitation" }).click();
  await shootShowing(page.getByRole("heading", { name: "Sent links" }), "staff-2-list");

  const theirs = await newPage();
  await theirs.goto(await findInMail(ready, email, ({ text }) => /\/staff#\S+/.exec(text)?.[0]));
  await theirs.getByLabel("New password").fill(password);
  await shoot(theirs, "staff-3-link");
  await theirs.getByLabel("Confirm Password").fill(password);
  await theirs.getByRole("button", { name: "Set the password" }).click();
  await expect(theirs).toHaveURL(/\/moderator\/dashboard$/);
  await theirs.goto("/staff/security");
  await theirs.getByLabel("Your password").fill(password);
  await theirs.getByRole("button", { name: "Set it up" }).click();
  await shootShowing(theirs.getByRole("img", { name: "QR code for the authenticator app" }), "staff-4-app");
  const app = new TOTP({ secret: (await theirs.locator("code").textContent()) ?? "" });
  await theirs.getByLabel("Code", { exact: true }).fill(app.generate());
  await theirs.getByRole("button", { name: "Turn it on" }).click();
  await shootShowing(theirs.getByRole("button", { name: "I've saved them" }), "staff-5-recovery-codes");
  await theirs.getByRole("button", { name: "I've saved them" }).click();
  await shoot(theirs, "staff-6-on");
  await theirs.getByRole("button", { name: "New recovery codes" }).click();
  await shoot(theirs, "staff-7-new-codes");
  await page.getByRole("switch", { name: "All staff need a second factor" }).click();
  await shoot(page, "staff-9-rule");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: `Manage ${email}` }).click();
  await shootShowing(page.getByRole("dialog"), "staff-8-manage");
});
