import { match, matchOf, sendMessage, seeMatches, swipe, swipeAll, threePhotos } from "../acts";
import { controlConnection } from "../connection";
import { expect, signInModerator, test } from "../fixtures";
import { faultsOf } from "../faults";
import { addressOf } from "../mail";
import { call, longName, woman } from "../people";
import { wideJpeg } from "../pictures";
import { shoot, shootShowing } from "./camera";

test.setTimeout(400_000);

test("matches with their last lines, and a thread beside the others", async ({ people, ready }) => {
  const me = await people.member(woman("Chatting Charu"));
  const [ishani, long] = [await people.member(woman("Ishani", { age: 23 })), await people.member(woman(longName))];
  const layla = await people.member({ ...woman("ليلى"), email: addressOf("layla") });
  for (const other of [ishani, long, layla]) await match(ready, other, me);
  const [withIshani, withLong] = [await matchOf(ready, me, ishani), await matchOf(ready, me, long)];
  const page = await people.openAs(me, "/about");
  for (const text of ["Hi, was that you at the sound desk?", "The one with the yellow coat", "🎸🔥"]) {
    await sendMessage(ready, ishani, withIshani, text);
  }
  await sendMessage(
    ready,
    me,
    withIshani,
    "Guilty. I could not hear a thing, though: the drums were right there. ".repeat(3),
  );
  await sendMessage(
    ready,
    ishani,
    withIshani,
    "Same.\n\nAre you there on Friday too? We could meet at the chai stall by gate two.",
  );
  await sendMessage(ready, me, withIshani, "Yes");
  await sendMessage(ready, long, withLong, "Call me: 98765 43210");
  await sendMessage(ready, long, withLong, "Second day, second stage?");
  await seeMatches(ready, me);
  await page.goto("/matches");
  await shootShowing(page.getByText("You: Yes"), "chat-1-list", { fullPage: true });
  await page.goto(`/matches/${withIshani}`);
  await shootShowing(page.getByText("The one with the yellow coat"), "chat-2-thread");
  const typing = setInterval(
    () => void call(ready, "mutation", "chat:typing", { matchId: withIshani }, ishani.token),
    2_500,
  );
  await shootShowing(page.getByText("Ishani is typing…").first(), "chat-3-typing");
  clearInterval(typing);
  await page.getByRole("button", { name: /More about the message “Same/ }).click();
  await shootShowing(page.getByRole("dialog"), "chat-4-menu");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "More about Ishani" }).click();
  await shootShowing(page.getByRole("dialog"), "chat-4-menu-of-the-match");
  await page.goto(`/matches/${withLong}`);
  await expect(page.getByRole("button", { name: "Show message" })).toBeVisible();
  await page.getByRole("textbox").fill("Which one was it again? ".repeat(19));
  await shoot(page, "chat-5-held-and-long");
  await page.goto(`/matches/${await matchOf(ready, me, layla)}`);
  await shootShowing(page.getByText(/like each other\. Say hello\./), "chat-6-empty");
});

test("a thread while it loads, when it cannot be loaded, offline, and ended", async ({ people, ready }) => {
  const [me, other] = await people.pair(woman("Patchy Pia"), woman("Patchy Pooja"));
  const at = `/matches/${await matchOf(ready, me, other)}`;
  await sendMessage(ready, other, at.slice(9), "Can you hear this from where you are?");
  for (const mode of ["waits", "fails"] as const) {
    const page = await people.openAs(me, "/profile");
    (await faultsOf(page, mode)).add("chat:messages");
    await page.goto(at);
    const expected =
      mode === "waits" ? page.locator("[role=status][aria-label]") : page.getByText("Failed to get messages");
    await expect(expected.first()).toBeVisible();
    await shoot(page, `chat-7-${mode}`);
  }
  const page = await people.openAs(me, "/profile");
  const connection = await controlConnection(page);
  await page.goto(at);
  await page.getByRole("textbox").fill("Hardly. I'm coming to the gate.");
  await connection.cut();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await shootShowing(page.getByText("Not sent yet, waiting for a connection"), "chat-8-offline");
  connection.restore();
  await expect(page.getByText(/· Sent$/)).toBeVisible({ timeout: 60_000 });
  await call(ready, "mutation", "matches:unmatch", { matchId: at.slice(9) }, other.token);
  await shootShowing(page.getByRole("heading", { name: "This match has ended" }), "chat-9-ended");
});

test("three photos on the card, in a like, on the profile and at the desk, and the crop dialog", async ({
  people,
  ready,
  page: mod,
}) => {
  const me = await people.member(woman("Photo Payal"));
  await swipeAll(ready, me);
  const shown = await people.member(woman("Photogenic Piya"));
  await threePhotos(ready, shown);
  await signInModerator(ready, mod);
  await mod.getByRole("button", { name: /Photogenic Piya/ }).click();
  await shootShowing(mod.getByRole("img", { name: /Photogenic Piya/ }).first(), "desk-f-three-photos", {
    fullPage: true,
  });
  await mod.getByRole("button", { name: "Approve" }).click();
  await expect(mod.getByRole("button", { name: /Photogenic Piya/ })).toBeHidden();
  await swipe(ready, shown, me);
  const page = await people.openAs(me, "/matches?tab=likes");
  await page
    .getByRole("button", { name: /Photogenic Piya/ })
    .first()
    .click();
  await shootShowing(page.getByRole("dialog"), "photos-1-like-card");
  const own = await people.openAs(shown, "/edit-profile");
  await expect(own.getByLabel("Bio")).not.toHaveValue("");
  await shoot(own, "photos-2-edit", { fullPage: true });
  await own
    .locator('input[type="file"]')
    .first()
    .setInputFiles(await wideJpeg(8));
  await shootShowing(own.getByRole("slider"), "photos-3-crop");

  await people.member(woman("Second Sana"));
  await page.goto("/swipe");
  await page.getByRole("button", { name: "Like", exact: true }).waitFor();
  await page.keyboard.press("ArrowUp");
  await shoot(page, "photos-4-card");
});
