import { Resend } from "@convex-dev/resend";
import { componentsGeneric, mutationGeneric, queryGeneric } from "convex/server";
import { v } from "convex/values";

const post = new Resend(componentsGeneric().resend, { apiKey: "re_none", testMode: false, initialBackoffMs: 10 });

/** The component's address is fixed. Requests to it go to the test's server. */
const PROVIDER = "https://api.resend.com";
// Read here, because a component does not see the app's variables.
const standIn = process.env.MAIL_STAND_IN;
const elsewhere = globalThis.fetch;
globalThis.fetch = (input, init) => elsewhere(String(input).replace(PROVIDER, standIn), init);

export const invite = mutationGeneric({
  args: { who: v.string() },
  handler: (ctx, { who }) =>
    post.sendEmail(ctx, { from: "Bakery <bakery@example.com>", to: who, subject: "Fresh bread", text: "Come by." }),
});

export const state = queryGeneric({
  args: { id: v.string() },
  handler: async (ctx, { id }) => (await post.status(ctx, id))?.status,
});
