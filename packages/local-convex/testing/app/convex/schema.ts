import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";

export default defineSchema({
  messages: defineTable({ room: v.string(), body: v.string() }).index("by_room", ["room"]),
});
