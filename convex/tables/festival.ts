/** The festival's settings, in three rows. A change reruns only the queries that read the changed row. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { calendar, availability, shownFestival, storedChange, storedPicture } from "../validators/festival";

export const festivalTables = {
  /** The settings that screens show. One row. Until an organiser saves settings there is none, and the environment has them. */
  festival: defineTable(shownFestival.extend({ version: v.number() })),

  /** Days and time zone, for quotas and quiet hours. One row, or none as above. */
  festivalCalendar: defineTable(calendar),

  /** Whether sign-ups and sales are open. One row, or none as above. */
  festivalAvailability: defineTable(availability),

  /** The organisers' own picture. One row, or none: then screens show the drawn one. */
  festivalPictures: defineTable(storedPicture),

  /** A change of the settings: who, when, and the values before and after. */
  festivalChanges: defineTable(storedChange),
};
