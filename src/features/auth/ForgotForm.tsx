import { useRef, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { Confirmed } from "../../components/Note";
import { useToastedAction } from "../../lib/toastResult";
import { AddressForm, type CarriedEmail } from "./AddressForm";
import { words } from "./words";

/** Milliseconds. While the toast is visible, pressing again sends no second mail. */
const REPEAT_PAUSE = 2000;

/** Requests a reset link. The response does not reveal whether the address has an account. */
export function ForgotForm(carried: CarriedEmail) {
  const requestReset = useToastedAction(api.auth.requestReset, {
    success: words.resetSent,
    failure: words.resetSendFailed,
  });
  const lastSent = useRef({ email: "", until: 0 });
  const [sentTo, setSentTo] = useState<string>();
  const send = async (email: string) => {
    if (lastSent.current.email === email && Date.now() < lastSent.current.until) return;
    if (!(await requestReset({ email }))) return;
    lastSent.current = { email, until: Date.now() + REPEAT_PAUSE };
    setSentTo(email);
  };

  return (
    <>
      {sentTo !== undefined && <Confirmed title={words.resetOnItsWay}>{words.resetOnItsWayText(sentTo)}</Confirmed>}
      <AddressForm {...carried} button={words.resetPassword} onSend={send} />
    </>
  );
}
