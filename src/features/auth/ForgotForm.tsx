import { useRef } from "react";
import { AddressForm } from "./AddressForm";
import type { CarriedEmail } from "./carriedEmail";
import { useRequestReset } from "./useRequestReset";
import { words } from "./words";

/** As long as the toast says that the mail was sent: pressing again meanwhile is no wish for a second one. */
const TOLD = 2000;

/** Asks for a link by mail. What it answers does not tell whether the address has an account. */
export function ForgotForm(carried: CarriedEmail) {
  const requestReset = useRequestReset();
  const told = useRef({ email: "", until: 0 });
  const send = async (email: string) => {
    if (told.current.email === email && Date.now() < told.current.until) return;
    if (await requestReset(email)) told.current = { email, until: Date.now() + TOLD };
  };

  return <AddressForm {...carried} send={words.resetPassword} onSend={send} />;
}
