import type { FestivalPage } from "../../../convex/shared/festivalTexts";
import { refundRule } from "../../../convex/shared/refundRule";
import { section, type Page } from "./page";

export const refund = (festival: FestivalPage): Page => ({
  title: "Refund and Cancellation Policy",
  lead: "One payment, no renewal, and your money back if it didn't work as promised.",
  updated: "2026-11-22",
  sections: [
    section(
      "What you buy",
      `Gold and VIP are one-time purchases. They start when the payment is confirmed and last for the duration of the festival, ${festival.period}. There is no subscription and nothing renews, so there is nothing to cancel.`,
    ),
    section("When you get your money back", [
      `Within ${refundRule.days} days of paying, if you used at most ${refundRule.share * 100}% of the time you paid for.`,
      "If a technical problem on our side kept you from using what you paid for.",
      "If you paid twice for the same thing: always, and without asking.",
      "If the payment went through after you deleted your account: always.",
    ]),
    section("When you do not get it back", [
      `If more than ${refundRule.share * 100}% of the time has passed and everything worked.`,
      "If we removed your account because it broke the Terms of Service.",
    ]),
    section(
      "How to ask",
      `Write to ${festival.supportEmail} or use the contact form, with the order number from your receipt. We reply within 48 hours.`,
      "The money goes back the way it came. Banks usually take 7 to 10 business days. The refund ends the upgrade.",
    ),
    section(
      "If a payment fails",
      "A failed or cancelled payment costs nothing. If your bank took the money anyway, it comes back automatically. If it hasn't after 10 business days, write to us.",
    ),
  ],
});
