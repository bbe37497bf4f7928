import { useQuery } from "convex/react";
import { Link } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { atFestival } from "../../../convex/shared/festival";
import { limits } from "../../../convex/shared/limits";
import { Note } from "../../components/Note";
import { timeText } from "../../lib/clock";
import { useFestival } from "../../lib/festival";
import { useMinute } from "../../lib/useMinute";
import { useOpenNow } from "../../lib/useOpenNow";
import { AddressForm, type CarriedEmail } from "./AddressForm";
import type { PendingSignUp } from "./pendingSignUp";
import { useSendOtp } from "./useSendOtp";
import { words } from "./words";

type Props = CarriedEmail & {
  /** The sign-up whose code step the person has just left. Null: none. */
  lastSignUp: PendingSignUp | null;
  onSent: (email: string, mail?: Partial<PendingSignUp>) => void;
  onRegistered: () => void;
};

export function EmailForm({ lastSignUp, onSent, onRegistered, ...carried }: Props) {
  const sendOtp = useSendOtp();
  const { signUps: isOpen } = useOpenNow();
  const { onlyDomains, codes } = useQuery(api.tickets.signUpRules, {}) ?? {};
  const send = async (email: string) => {
    // Too early for another mail to this address. The first code is still valid.
    if (lastSignUp?.email === email && Date.now() - lastSignUp.sentAt < limits.mailPause) {
      return onSent(email, lastSignUp);
    }
    const outcome = await sendOtp(email);
    if (outcome.kind === "sent") onSent(email, outcome);
    if (outcome.kind === "registered") onRegistered();
  };

  if (!isOpen) return <SignUpsClosed />;
  return (
    <>
      <AddressForm {...carried} button={words.sendOtp} onSend={send} />
      {codes === "required" && <p className="text-note text-soft">{words.ticketNeeded}</p>}
      {onlyDomains && <p className="text-note text-soft">{words.onlyDomains(onlyDomains)}</p>}
      <Conditions />
    </>
  );
}

function SignUpsClosed() {
  const festival = useFestival();
  const now = useMinute();
  const opens = festival.signUps === "between" ? atFestival(festival, festival.signUpsFrom) : null;
  return (
    <Note>
      <h2 className="text-lead">{words.signUpsClosed}</h2>
      {opens !== null && opens > now && <p>{words.signUpsOpenAt(timeText(opens, "longDayTime"))}</p>}
      <p className="text-soft">{words.signUpsClosedText}</p>
    </Note>
  );
}

function Conditions() {
  const { before, terms, and, privacy, after } = words.conditions;
  return (
    <p className="text-note text-soft">
      {before}
      <Link to="/terms" className={link}>
        {terms}
      </Link>
      {and}
      <Link to="/privacy" className={link}>
        {privacy}
      </Link>
      {after}
    </p>
  );
}

const link = "font-semibold text-teal underline underline-offset-4 hover:text-ink";
