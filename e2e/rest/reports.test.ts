import { expect } from "vitest";
import { conforms, refuses, says, text, type Cast } from "./conformance";
import { join, type Person } from "./people";

const failed = "Failed to submit report. Please try again.";
const notBlocked = "Failed to block. Please try again.";

conforms("reports", [
  {
    route: "POST /users/report",
    sender: "asha",
    body: ({ asha }) => ({ reportedUserId: asha.id, reportedUserName: asha.name, reason: "Rude." }),
    fields: {
      reportedUserId: text("Failed to submit report"),
      reason: text("Please provide a reason for reporting"),
    },
    right: async (cast) => {
      const body = ({ id, name }: Person) => ({ reportedUserId: id, reportedUserName: name, reason: "Sells." });
      await hides(cast, "POST /users/report", body, "Report submitted successfully", failed);
    },
  },
  {
    route: "POST /users/block",
    sender: "asha",
    body: ({ asha }) => ({ profileId: asha.id }),
    fields: { profileId: text(notBlocked) },
    right: async (cast) => {
      await hides(cast, "POST /users/block", ({ id }) => ({ profileId: id }), "Blocked successfully", notBlocked);
    },
  },
]);

/** Checks that the named person leaves the sender's deck, and that naming oneself is refused like an unknown id. */
async function hides(
  { client, asha }: Cast,
  route: string,
  body: (about: Person) => object,
  message: string,
  refusal: string,
) {
  const guru = await join(client, "Guru", "male");
  says(await client.ask(route, { token: asha.token, body: body(guru) }), message);
  const { text } = await client.ask("GET /users/swipe", { token: asha.token });
  expect(text).not.toContain(guru.id);
  refuses(await client.ask(route, { token: asha.token, body: body(asha) }), 404, "NOT_FOUND", refusal);
}
