/** Who is at the festival: the codes of tickets. */
import { moderatorMutation, moderatorQuery } from "./functions";
import * as doorRules from "./model/ticketsDoor";
import * as shapes from "./validatorsTickets";

/** Checks a ticket at the door, for all of the staff. The earliest check counts; the same key again is answered alike. */
export const check = moderatorMutation({
  args: shapes.doorCheck.fields,
  returns: shapes.doorAnswer,
  handler: async (ctx, args) => await doorRules.checkTicket(ctx, ctx.moderator, args),
});

/** How many have come, and who came in twice, live, for the staff at the door. */
export const door = moderatorQuery({
  args: {},
  returns: shapes.doorView,
  handler: async (ctx) => await doorRules.doorViewOf(ctx),
});
