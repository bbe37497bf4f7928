import { expect } from "vitest";
import { testRoutes, expectRefusal, expectMessage, text, type Cast } from "./conformance";
import { join, type Person } from "./people";

const failed = "Failed to submit report. Please try again.";
const notBlocked = "Failed to block. Please try again.";

testRoutes("reports", [
  {
    route: "POST /users/report",
    sender: "asha",
    body: ({ asha }) => ({ reportedUserId: asha.id, reportedUserName: asha.name, reason: "Rude." }),
    fields: {
      reportedUserId: text("Failed to submit report"),
      reason: text("Please provide a reason for reporting"),
    },
    works: async (cast) => {
      const body = ({ id, name }: Person) => ({ reportedUserId: id, reportedUserName: name, reason: "Sells." });
      await checkHiding(cast, "POST /users/report", body, "Report submitted successfully", failed);
    },
  },
  {
    route: "POST /users/block",
    sender: "asha",
    body: ({ asha }) => ({ profileId: asha.id }),
    fields: { profileId: text(notBlocked) },
    works: async (cast) => {
      await checkHiding(cast, "POST /users/block", ({ id }) => ({ profileId: id }), "Blocked successfully", notBlocked);
    },
  },
]);

/** Checks that the named person leaves the sender's deck, and that naming oneself is refused like an unknown id. */
async function checkHiding(
  { client, asha }: Cast,
  route: string,
  body: (person: Person) => object,
  message: string,
  refusal: string,
) {
  const guru = await join(client, "Guru", "male");
  expectMessage(await client.send(route, { token: asha.token, body: body(guru) }), message);
  const { text } = await client.send("GET /users/swipe", { token: asha.token });
  expect(text).not.toContain(guru.id);
  expectRefusal(await client.send(route, { token: asha.token, body: body(asha) }), 404, "NOT_FOUND", refusal);
}
