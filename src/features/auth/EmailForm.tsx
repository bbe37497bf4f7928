import { AddressForm } from "./AddressForm";
import type { CarriedEmail } from "./carriedEmail";
import { useSendOtp } from "./useSendOtp";
import { words } from "./words";

type Props = CarriedEmail & { onSent: (email: string) => void; onRegistered: () => void };

/** Signing up, step 1: the address that the code goes to. */
export function EmailForm({ onSent, onRegistered, ...carried }: Props) {
  const sendOtp = useSendOtp();
  const send = async (email: string) => {
    const outcome = await sendOtp(email);
    if (outcome === "sent") onSent(email);
    if (outcome === "registered") onRegistered();
  };

  return <AddressForm {...carried} send={words.sendOtp} onSend={send} />;
}
