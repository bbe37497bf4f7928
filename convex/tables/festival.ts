/** The festival's settings, in three rows, so that a change runs only those queries again that read what changed. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { calendar, doors, shownFestival, storedChange, storedPicture } from "../validators/festival";

export const festivalTables = {
  /** What screens show. One row; none until an organiser has saved settings: then they come from the environment. */
  festival: defineTable(shownFestival.extend({ version: v.number() })),

  /** Days and time zone, which quotas and quiet hours read. One row, or none as above. */
  festivalCalendar: defineTable(calendar),

  /** Whether one may sign up and buy. One row, or none as above. */
  festivalDoors: defineTable(doors),

  /** The organisers' own picture. One row, or none: then there is the drawn one. */
  festivalPictures: defineTable(storedPicture),

  /** The changes of the settings: who, when, and what before and after. */
  festivalChanges: defineTable(storedChange),
};
