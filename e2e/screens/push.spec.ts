/** Pictures of notifications: the prompt, a phone that must install the app first, the switches. */
import { match, seeMatches } from "../acts";
import { test } from "../fixtures";
import { subscribable } from "../notifications";
import { call, woman } from "../people";
import { shootShowing } from "./camera";

test.setTimeout(400_000);
test.use({ serviceWorkers: "allow", notifies: true });

test("the question about notifications, the switches, and a phone that must install the app first", async ({
  people,
  ready,
}) => {
  const [me, other] = await people.pair(woman("Pushed Pallavi"), woman("Pushed Prisha"));
  for (const name of ["Pushed Puja", "Pushed Pihu"]) await match(ready, await people.member(woman(name)), me);
  await seeMatches(ready, me);
  const page = await people.openAs(me, "/about");
  await subscribable(page, ready, me);
  await page.goto("/matches");
  await shootShowing(page.getByRole("button", { name: "Yes, tell me" }), "push-1-question");
  await call(ready, "mutation", "push:setSettings", { asked: true }, me.token);
  await page.goto("/profile");
  await shootShowing(page.getByRole("switch", { name: "On this device" }), "push-2-switches", { fullPage: true });

  const iphone = await people.openAs(other, "/about");
  await iphone.addInitScript(() => {
    Reflect.deleteProperty(window, "PushManager");
    Object.defineProperty(navigator, "userAgent", { value: "Mozilla/5.0 (iPhone) AppleWebKit Safari" });
  });
  await iphone.goto("/matches");
  await shootShowing(iphone.getByText(/Add to Home Screen/), "push-3-iphone");
  await iphone.goto("/profile");
  await shootShowing(iphone.getByText(/Add to Home Screen/), "push-4-iphone-switches", { fullPage: true });
});
