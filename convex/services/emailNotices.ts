/** The mails that say that something happened, and that a user can switch off. */
import { letter, link, pageAt, says, small, smallLink, type Host, type Letter, type Part } from "./emailLayout";

/** Somebody likes them. Only the app shows who. */
export function newLikes(festival: Host, mailsOff: string): Letter {
  return letter(festival, "You have new likes", "You have new likes", [
    says("Somebody at the festival likes you. Open the app to see who, and answer."),
    link(pageAt("/matches?tab=likes"), "See who likes you"),
    small(`You asked for this mail. It comes once a day at most; switch it off at ${pageAt("/profile")}.`),
    stop(mailsOff),
  ]);
}

/** They have a match that they have not seen, or messages that they have not read. Only the app shows whose. */
export function notice(festival: Host, about: "match" | "message", mailsOff: string): Letter {
  const [title, text, label] = noticed[about];
  return letter(festival, title, title, [
    says(text),
    link(pageAt("/matches"), label),
    small("It comes because none of your devices shows notifications, and once a day at most."),
    stop(mailsOff),
  ]);
}

const noticed = {
  match: [
    "You have a new match",
    "Someone you like likes you back. Open the app to see who, and say hello while you are both around.",
    "See your matches",
  ],
  message: ["You have unread messages", "A match wrote to you. Open the app to read and answer.", "Open your matches"],
} as const;

/** The way out of mails that can be switched off: one tap, without signing in. The token is behind the hash, which no server is sent. */
function stop(token: string): Part {
  return smallLink(pageAt(`/mails-off#${token}`), "Stop these mails");
}
