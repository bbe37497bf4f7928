import type { FunctionReturnType } from "convex/server";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { pushOptOut, pushAbility, subscribeBrowser, unsubscribeBrowser } from "../../lib/browserPush";
import { useToastedMutation } from "../../lib/toastResult";
import { words } from "./words";

export type PushSettings = FunctionReturnType<typeof api.push.settings>;

/** Switches notifications on and off in this browser. `ability` follows the person's answer to the browser's prompt. */
export function usePush({ key }: PushSettings) {
  const subscribe = useToastedMutation(api.push.subscribe, { failure: words.failed });
  const unsubscribe = useToastedMutation(api.push.unsubscribe, { failure: words.failed });
  const [ability, setAbility] = useState(pushAbility);

  const switchOn = async (): Promise<boolean> => {
    // Outside the mutation and its timeout, because the person may take long to answer the browser.
    const subscription = key === null ? null : await subscribeBrowser(key).catch(() => null);
    setAbility(pushAbility());
    if (subscription === null) return false;
    pushOptOut.clear();
    await subscribe(subscription);
    return true;
  };
  const switchOff = async () => {
    // First, so that no other part of the page subscribes again.
    pushOptOut.set();
    // A device that the deployment still counts would get no mail instead.
    if (await unsubscribe({})) await unsubscribeBrowser();
    else pushOptOut.clear();
  };
  return { ability, switchOn, switchOff };
}
