/** Every table. `tables/<word>.ts` says what a row is. */
import { authTables } from "@convex-dev/auth/server";
import { defineSchema } from "convex/server";
import { accountTables } from "./tables/auth";
import { chatTables } from "./tables/chat";
import { closingTables } from "./tables/closing";
import { mailsTables } from "./tables/mails";
import { festivalTables } from "./tables/festival";
import { matchesTables } from "./tables/matches";
import { moderatorTables } from "./tables/moderator";
import { numbersTables } from "./tables/numbers";
import { paymentsTables } from "./tables/payments";
import { peopleTables } from "./tables/people";
import { profilesTables } from "./tables/profiles";
import { pushTables } from "./tables/push";
import { staffTables } from "./tables/staff";
import { swipesTables } from "./tables/swipes";
import { ticketsTables } from "./tables/tickets";

export default defineSchema({
  ...authTables,
  ...accountTables,
  ...festivalTables,
  ...profilesTables,
  ...swipesTables,
  ...chatTables,
  ...matchesTables,
  ...paymentsTables,
  ...moderatorTables,
  ...staffTables,
  ...mailsTables,
  ...pushTables,
  ...peopleTables,
  ...closingTables,
  ...numbersTables,
  ...ticketsTables,
});
