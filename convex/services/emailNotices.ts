/** The notices: mails about an event in the app. A user can switch them off. */
import { letter, link, pageAt, paragraph, small, smallLink, type Host, type Letter, type Part } from "./emailLayout";

/** The user has new likes. Only the app shows who. */
export function newLikes(festival: Host, mailsOff: string): Letter {
  return letter(festival, "You have new likes", "You have new likes", [
    paragraph("Someone at the festival likes you. Open the app to see who and answer."),
    link(pageAt("/matches?tab=likes"), "See who likes you"),
    small(`You asked for this e-mail. We send it once a day at most. Switch it off at ${pageAt("/profile")}.`),
    stopLink(mailsOff),
  ]);
}

/** The user has an unseen match or unread messages. Only the app shows whose. */
export function notice(festival: Host, about: "match" | "message", mailsOff: string): Letter {
  const [title, text, label] = noticeTexts[about];
  return letter(festival, title, title, [
    paragraph(text),
    link(pageAt("/matches"), label),
    small("You get this e-mail because none of your devices shows notifications. We send it once a day at most."),
    stopLink(mailsOff),
  ]);
}

const noticeTexts = {
  match: [
    "You have a new match",
    "Someone you like likes you back. Open the app to see who, and say hello while you're both around.",
    "See your matches",
  ],
  message: ["You have unread messages", "A match wrote to you. Open the app to read and reply.", "Open your matches"],
} as const;

/**
 * The link that switches these mails off with one tap and without signing in. The token is in the URL fragment, which is sent to no server.
 */
function stopLink(token: string): Part {
  return smallLink(pageAt(`/mails-off#${token}`), "Stop these e-mails");
}
