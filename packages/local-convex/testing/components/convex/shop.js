import { Crons } from "@convex-dev/crons";
import { Presence } from "@convex-dev/presence";
import { anyApi, componentsGeneric, mutationGeneric, queryGeneric } from "convex/server";
import { v } from "convex/values";

const components = componentsGeneric();
const bells = new Crons(components.crons);
const counter = new Presence(components.presence);

/** Rings every second, and once a year. */
export const hang = mutationGeneric({
  args: {},
  handler: async (ctx) => {
    const ring = (what) => [anyApi.diary.write, { topic: "bell", what }];
    await bells.register(ctx, { kind: "interval", ms: 1_000 }, ...ring("second"), "seconds");
    await bells.register(ctx, { kind: "cron", cronspec: "0 0 1 1 *" }, ...ring("year"), "years");
  },
});

export const take = mutationGeneric({
  args: { name: v.string() },
  handler: (ctx, { name }) => bells.delete(ctx, { name }),
});

export const hanging = queryGeneric({
  args: {},
  handler: async (ctx) => (await bells.list(ctx)).map(({ name }) => name),
});

/** Marks a person as present at the counter. The next heartbeat comes within `interval` ms. */
export const stand = mutationGeneric({
  args: { who: v.string(), interval: v.number() },
  handler: (ctx, { who, interval }) => counter.heartbeat(ctx, "counter", who, `visit of ${who}`, interval),
});

export const queue = queryGeneric({
  args: { roomToken: v.string() },
  handler: async (ctx, { roomToken }) =>
    (await counter.list(ctx, roomToken)).filter(({ online }) => online).map(({ userId }) => userId),
});

export const go = mutationGeneric({
  args: { sessionToken: v.string() },
  handler: (ctx, { sessionToken }) => counter.disconnect(ctx, sessionToken),
});
