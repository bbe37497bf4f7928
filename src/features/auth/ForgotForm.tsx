import { useRef, useState } from "react";
import { Confirmed } from "../../components/Confirmed";
import { AddressForm } from "./AddressForm";
import type { CarriedEmail } from "./carriedEmail";
import { useRequestReset } from "./useRequestReset";
import { words } from "./words";

/** As long as the toast says that the mail was sent, pressing again does not mail a second one. */
const REPEAT_PAUSE = 2000;

/** Asks for a link by mail. The answer does not tell whether the address has an account. */
export function ForgotForm(carried: CarriedEmail) {
  const requestReset = useRequestReset();
  const lastSent = useRef({ email: "", until: 0 });
  const [sentTo, setSentTo] = useState<string>();
  const send = async (email: string) => {
    if (lastSent.current.email === email && Date.now() < lastSent.current.until) return;
    if (!(await requestReset(email))) return;
    lastSent.current = { email, until: Date.now() + REPEAT_PAUSE };
    setSentTo(email);
  };

  return (
    <>
      {sentTo !== undefined && <Confirmed title={words.resetOnItsWay}>{words.resetOnItsWayText(sentTo)}</Confirmed>}
      <AddressForm {...carried} send={words.resetPassword} onSend={send} />
    </>
  );
}
