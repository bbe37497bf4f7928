/** REST: the moderators' queue. */
import { api } from "../_generated/api";
import * as bodies from "./bodies";
import { endpoint, type Endpoint } from "./endpoint";
import { asDate, done, stats, waitingProfiles, withSecondNames } from "./shapes";

export const pendingProfiles: Endpoint = endpoint({
  does: "The versions of profiles that wait, oldest first, fifty at most.",
  may: "moderator",
  gives: waitingProfiles,
  otherwise: "Failed to load data",
  run: async ({ client }) => {
    const waiting = await client.query(api.moderator.queue, {});
    return waiting.map((version) => ({ ...withSecondNames(version), createdAt: asDate(version.createdAt) }));
  },
});

export const readStats: Endpoint = endpoint({
  does: "How many wait and are approved, and the last ten decisions.",
  may: "moderator",
  gives: stats,
  otherwise: "Failed to load data",
  run: async ({ client }) => await client.query(api.moderator.stats, {}),
});

export const processProfile: Endpoint = endpoint({
  does: "Approves or rejects the version of a profile that was seen, once.",
  may: "moderator",
  takes: bodies.processProfile,
  gives: done,
  otherwise: "Failed to process profile",
  refuses: [404, 409],
  run: async ({ client, body, param }) => {
    await client.mutation(api.moderator.decide, { id: param, ...body });
    return { message: body.approved ? "Profile approved" : "Profile rejected" };
  },
});
