import { AddressForm } from "./AddressForm";
import type { CarriedEmail } from "./carriedEmail";
import { useRequestReset } from "./useRequestReset";
import { words } from "./words";

/** Asks for a link by mail. What it answers does not tell whether the address has an account. */
export function ForgotForm(carried: CarriedEmail) {
  return <AddressForm {...carried} send={words.resetPassword} onSend={useRequestReset()} />;
}
