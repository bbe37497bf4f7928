import { useQuery } from "convex/react";
import { BellRing } from "lucide-react";
import { useEffect, useEffectEvent, useState, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { Button } from "../../components/Button";
import { useMutation } from "../../lib/acts";
import {
  pushOptOut,
  pushAbility,
  subscribeBrowser,
  browserSubscription,
  unsubscribeBrowser,
} from "../../lib/browserPush";
import { useToastedMutation } from "../../lib/toastResult";
import { useBusy } from "../../lib/useBusy";
import { isFocusLost } from "../../lib/focusHeading";
import { useFocusAfterRemoval } from "../../lib/useFocusAfterRemoval";
import { usePush, type PushSettings } from "./usePush";
import { words } from "./words";

/**
 * Asks a member once, on the matches screen, whether they want notifications. The browser's own prompt follows a yes. Renews a lost
 * subscription of this browser.
 */
export function PushQuestion() {
  const ability = pushAbility();
  const isAtMatches = useLocation().pathname === "/matches";
  const isNeeded = ability === "granted" || (isAtMatches && ability !== "unsupported");
  const [isRequested, setRequested] = useState(false);
  if (isNeeded && !isRequested) setRequested(true);
  const settings = useQuery(api.push.settings, isRequested ? {} : "skip");
  if (settings === undefined || settings.key === null) return null;
  return <LoadedQuestion settings={settings} />;
}

function LoadedQuestion({ settings }: { settings: PushSettings }) {
  const { pathname } = useLocation();
  const { ability, switchOn } = usePush(settings);
  useSubscriptionSync(settings);
  const focus = useFocusAfterRemoval();
  const [isRefused, setRefused] = useState(false);
  const isAtMatches = pathname === "/matches";
  // A person who leaves without an answer is asked again on the next visit, not each time they come back.
  const [phase, setPhase] = useState<"waiting" | "shown" | "left">("waiting");
  if (phase === "waiting" && isAtMatches) setPhase("shown");
  if (phase === "shown" && !isAtMatches) setPhase("left");
  const accept = async () => {
    const isOn = await switchOn();
    setRefused(!isOn);
    return isOn;
  };
  const canSwitchOn = ability !== "denied" && ability !== "unsupported";
  const isAsked = !settings.asked && isAtMatches && phase !== "left" && canSwitchOn;
  if (!isRefused && !isAsked) return null;
  return (
    <aside {...focus} aria-label={words.title} className={place}>
      {isRefused ? (
        <Refused canAllow={ability !== "granted"} onRead={() => setRefused(false)} />
      ) : (
        <Question canAsk={ability !== "install"} onYes={accept} />
      )}
    </aside>
  );
}

function Question({ canAsk, onYes }: { canAsk: boolean; onYes: () => Promise<boolean> }) {
  const save = useToastedMutation(api.push.setSettings, { failure: words.failed });
  const saveAnswer = () => save({ asked: true });
  const [busy, accept] = useBusy(async () => {
    if (!(await onYes())) await saveAnswer();
  });

  return (
    <Card title={words.question} text={canAsk ? words.questionText : words.install}>
      {canAsk && (
        <Button busy={busy} onClick={() => void accept()}>
          {words.yes}
        </Button>
      )}
      <Button variant="quiet" onClick={() => void saveAnswer()}>
        {canAsk ? words.notNow : words.gotIt}
      </Button>
    </Card>
  );
}

/** Shown if the browser refused: how to allow notifications, or that the subscription failed. */
function Refused({ canAllow, onRead }: { canAllow: boolean; onRead: () => void }) {
  return (
    <Card title={words.refused} text={canAllow ? words.refusedText : words.failed}>
      <Button ref={focusIfLost} variant="quiet" onClick={onRead}>
        {words.gotIt}
      </Button>
    </Card>
  );
}

/** The pressed button of the question is gone. */
function focusIfLost(button: HTMLButtonElement | null) {
  if (isFocusLost()) button?.focus();
}

function Card({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-3 rounded-lg border-2 border-line bg-raised p-4 shadow-lift sm:flex-row sm:items-center sm:gap-4 sm:p-5 lying:gap-3 lying:px-4 lying:py-2">
      <BellRing aria-hidden className="hidden size-7 shrink-0 text-teal sm:block lying:hidden" />
      <div className="flex-1">
        <h2 className="text-lead lying:text-body">{title}</h2>
        <p className="text-note text-soft sm:mt-1 sm:text-body lying:mt-0 lying:text-note">{text}</p>
      </div>
      <div className="flex flex-wrap gap-3 sm:flex-nowrap">{children}</div>
    </div>
  );
}

/** Fixed above the tabs, so that it moves no content when it appears. Scrolls if large text does not fit. */
const place =
  "fixed inset-x-0 bottom-(--bar) z-20 max-h-[calc(100dvh-var(--bar))] animate-arrive overflow-y-auto p-3 md:bottom-0 md:p-6 lying:p-2";

/** Keeps this browser's subscription as the member chose, and replaces another person's. */
function useSubscriptionSync({ key, here: savedEndpoint, wanted }: PushSettings) {
  const subscribe = useMutation(api.push.subscribe);
  const unsubscribe = useMutation(api.push.unsubscribe);
  const sync = useEffectEvent(async () => {
    const isAllowed = "Notification" in window && Notification.permission === "granted";
    if (!isAllowed) return savedEndpoint === null ? null : await unsubscribe({});
    const current = await browserSubscription();
    if (!wanted) return current === null ? undefined : await unsubscribeBrowser();
    if (
      key === null ||
      pushOptOut.isSet() ||
      (current !== null && current.endpoint === savedEndpoint && current.key === key)
    )
      return;
    const next = await subscribeBrowser(key);
    if (next !== null && next.endpoint !== savedEndpoint) await subscribe(next);
  });

  useEffect(() => {
    // Without a network, the next visit tries again.
    sync().catch(() => undefined);
  }, [savedEndpoint]);
}
