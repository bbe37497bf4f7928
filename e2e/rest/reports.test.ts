/** Reports over REST. */
import { expect } from "vitest";
import { end, refuses, says, text } from "./cases";
import { conforms } from "./conformance";
import { join } from "./people";

conforms(
  "reports",
  ["ravi", "pia"],
  [
    {
      route: "POST /users/report",
      may: "member",
      body: ({ ravi }) => ({ reportedUserId: ravi.id, reportedUserName: ravi.name, reason: "Rude." }),
      fields: {
        reportedUserId: text("Failed to submit report"),
        reason: text("Please provide a reason for reporting"),
      },
      right: async ({ client, moderator, ravi }) => {
        const gita = await join(client, moderator, "Gita", "female");
        const body = { reportedUserId: gita.id, reportedUserName: gita.name, reason: "Sells tickets." };
        says(await client.ask("POST /users/report", { token: ravi.token, body }), "Report submitted successfully");
        const { list } = await client.ask("GET /users/swipe", { token: ravi.token });
        expect(
          list.some(({ _id }) => _id === gita.id),
          "he does not meet her again",
        ).toBe(false);
        await end(client, gita);
      },
      otherPerson: async ({ client, asha, pia }) => {
        for (const reportedUserId of [pia.id, asha.id, "nobody"]) {
          const reply = await client.ask("POST /users/report", {
            token: asha.token,
            body: { reportedUserId, reason: "Rude." },
          });
          refuses(reply, 404, "NOT_FOUND", "Failed to submit report. Please try again.");
        }
      },
      again: async ({ client, moderator, ravi }) => {
        const hema = await join(client, moderator, "Hema", "female");
        const body = { reportedUserId: hema.id, reportedUserName: hema.name, reason: "Again and again." };
        for (let n = 0; n < 2; n++) {
          says(await client.ask("POST /users/report", { token: ravi.token, body }), "Report submitted successfully");
        }
        await end(client, hema);
      },
    },
    {
      route: "POST /users/block",
      may: "member",
      body: ({ ravi }) => ({ profileId: ravi.id }),
      fields: { profileId: text("Failed to block. Please try again.") },
      right: async ({ client, moderator, ravi }) => {
        const jaya = await join(client, moderator, "Jaya", "female");
        const body = { profileId: jaya.id };
        says(await client.ask("POST /users/block", { token: ravi.token, body }), "Blocked successfully");
        const { list } = await client.ask("GET /users/swipe", { token: ravi.token });
        expect(
          list.some(({ _id }) => _id === jaya.id),
          "he does not meet her again",
        ).toBe(false);
        await end(client, jaya);
      },
      otherPerson: async ({ client, asha, pia }) => {
        for (const profileId of [pia.id, asha.id, "nobody"]) {
          const reply = await client.ask("POST /users/block", { token: asha.token, body: { profileId } });
          refuses(reply, 404, "NOT_FOUND", "Failed to block. Please try again.");
        }
      },
      again: async ({ client, moderator, ravi }) => {
        const kavya = await join(client, moderator, "Kavya", "female");
        const body = { profileId: kavya.id };
        for (let n = 0; n < 2; n++) {
          says(await client.ask("POST /users/block", { token: ravi.token, body }), "Blocked successfully");
        }
        await end(client, kavya);
      },
    },
  ],
);
