import { AddressForm } from "./AddressForm";
import type { CarriedEmail } from "./carriedEmail";
import { MAIL_PAUSE, type Begun } from "./pendingSignUp";
import { useSendOtp } from "./useSendOtp";
import { words } from "./words";

type Props = CarriedEmail & {
  /** The code that somebody has just turned away from. */
  lastCode: Begun | null;
  onSent: (email: string, sentAt?: number) => void;
  onRegistered: () => void;
};

/** Signing up, step 1: the address that the code goes to. */
export function EmailForm({ lastCode, onSent, onRegistered, ...carried }: Props) {
  const sendOtp = useSendOtp();
  const send = async (email: string) => {
    // Too early for another mail to the same address; the code in the first one is good.
    if (lastCode?.email === email && Date.now() - lastCode.sentAt < MAIL_PAUSE) return onSent(email, lastCode.sentAt);
    const outcome = await sendOtp(email);
    if (outcome === "sent") onSent(email);
    if (outcome === "registered") onRegistered();
  };

  return <AddressForm {...carried} send={words.sendOtp} onSend={send} />;
}
