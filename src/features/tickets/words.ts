import { ticketSentences } from "../../../convex/shared/tickets";

export const words = {
  title: "At the festival",
  text: "Add your ticket's code, and your card shows that you are at the festival.",
  code: "Ticket code",
  codeHint: "It is on your ticket. Capitals, spaces and dashes don't matter.",
  optionalCode: "Ticket code (optional)",
  optionalHint: "It is on your ticket. You can also add it later.",
  add: "Add my ticket",
  added: "Your ticket is added",
  failed: "Failed to add your ticket",
  wait: (minutes: number) =>
    `Too many tries. Please try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`,
  refused: ticketSentences.refused,
  hasOther: ticketSentences.hasOther,
  missing: ticketSentences.needed,
  yours: (label: string | undefined) => (label ? `Your ticket is added: ${label}.` : "Your ticket is added."),
  arrived: "You are checked in. Enjoy the festival.",
  byAddress: "Your address shows that you are at the festival.",
  seen: "Others see it on your card.",
} as const;
