"use node";
import { createHash } from "node:crypto";
import { actionGeneric } from "convex/server";
import { v } from "convex/values";

export const digest = actionGeneric({
  args: { text: v.string() },
  handler: (_, { text }) => createHash("sha256").update(text).digest("hex"),
});
