import { api } from "../_generated/api";
import * as bodies from "./bodies";
import { done, forModerator, type Endpoint } from "./endpoint";
import { asDate, stats, waitingProfiles, withSecondNames } from "./shapes";

export const pendingProfiles: Endpoint = forModerator.returns(waitingProfiles, {
  summary: "The waiting versions of profiles, oldest first, fifty at most.",
  fallback: "Failed to load data",
  run: async ({ client }) => {
    const waiting = await client.query(api.moderator.queue, {});
    return waiting.map((version) => ({ ...withSecondNames(version), createdAt: asDate(version.createdAt) }));
  },
});

export const readStats: Endpoint = forModerator.returns(stats, {
  summary: "How many profiles wait, how many are approved, and the last ten decisions.",
  fallback: "Failed to load data",
  run: async ({ client }) => await client.query(api.moderator.stats, {}),
});

export const processProfile: Endpoint = forModerator.returns(done, {
  summary: "Approves or rejects the version of a profile that the moderator saw, once.",
  takes: bodies.processProfile,
  fallback: "Failed to process profile",
  refuses: [404, 409],
  run: async ({ client, body, param }) => {
    await client.mutation(api.moderator.decide, { id: param, ...body });
    return { message: body.approved ? "Profile approved" : "Profile rejected" };
  },
});
