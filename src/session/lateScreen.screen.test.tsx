import { Suspense, useState } from "react";
import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router-dom";
import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../convex/_generated/api";
import { lazyScript } from "../lib/lazyPart";
import { deployment, press, storeSession } from "../testing/page";
import { member } from "../testing/people";
import { AttendeeSession } from "./AttendeeSession";
import { Client } from "./client";
import { useAttendee } from "./useAttendee";

test("a member stays signed in at the deployment while the script of their next screen loads", async () => {
  storeSession("attendee");
  deployment.answer(api.profiles.me, member());
  let arrive = (_: () => string) => {};
  const { Part: NextScreen } = lazyScript(() => new Promise<() => string>((resolve) => (arrive = resolve)));
  function Screens() {
    const { authState } = useAttendee();
    const [isNext, setNext] = useState(false);
    return isNext ? <NextScreen /> : <button onClick={() => setNext(true)}>{authState}</button>;
  }
  const container = document.body.appendChild(document.createElement("div"));
  const root = createRoot(container);
  onTestFinished(() => (root.unmount(), container.remove()));
  root.render(
    <MemoryRouter>
      <Suspense fallback="The session is suspended">
        <AttendeeSession>
          <Screens />
        </AttendeeSession>
      </Suspense>
    </MemoryRouter>,
  );
  await expect.element(page.getByRole("button", { name: "approved" })).toBeVisible();
  const signOut = vi.spyOn(Client.prototype, "clearAuth");
  await press("approved");
  await expect.element(page.getByRole("button", { name: "approved" })).not.toBeInTheDocument();
  arrive(() => "The next screen");
  await expect.element(page.getByText("The next screen")).toBeVisible();
  expect(signOut).not.toHaveBeenCalled();
  expect(deployment.calls(api.auth.signIn), "the token is not renewed").toEqual([]);
});
