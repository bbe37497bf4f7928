import type { FunctionReturnType } from "convex/server";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { useAction } from "../../lib/acts";
import { toastResult } from "../../lib/toastResult";
import { words } from "./words";

/** Sets up one's own second factor, or turns it off. Codes shown once stay here until dismissed. */
export function useSecondFactor() {
  const start = useAction(api.staffSecondFactor.start);
  const confirm = useAction(api.staffSecondFactor.confirm);
  const end = useAction(api.staffSecondFactor.turnOff);
  const renewRecovery = useAction(api.staffSecondFactor.renewRecovery);
  const [app, setApp] = useState<FunctionReturnType<typeof api.staffSecondFactor.start> | null>(null);
  const [recoveryCodes, setRecoveryCodes] = useState<string[] | null>(null);

  const begin = async (password: string): Promise<boolean> =>
    (await toastResult(async () => setApp(await start({ password })), { failure: words.setUpFailed })).ok;
  const turnOn = async (code: string): Promise<boolean> =>
    (await toastResult(async () => setRecoveryCodes(await confirm({ code })), { failure: words.setUpFailed })).ok;
  const turnOff = async (code: string): Promise<boolean> =>
    (await toastResult(() => end({ code }), { success: words.turnedOff, failure: words.turnOffFailed })).ok;
  const renew = async (code: string): Promise<boolean> =>
    (await toastResult(async () => setRecoveryCodes(await renewRecovery({ code })), { failure: words.renewFailed })).ok;
  const putAway = () => {
    setApp(null);
    setRecoveryCodes(null);
  };
  return { app, recoveryCodes, begin, turnOn, renew, turnOff, putAway };
}
