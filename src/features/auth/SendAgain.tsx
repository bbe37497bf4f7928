import { useState } from "react";
import { limits } from "../../../convex/shared/limits";
import { Button } from "../../components/Button";
import { useSecondsUntil } from "../../lib/useSecondsUntil";
import { useSendOtp } from "./useSendOtp";
import { words } from "./words";

/** Asks for a new code, as soon as the deployment would mail one. */
export function SendAgain({
  email,
  sentAt,
  onSent,
}: {
  email: string;
  sentAt: number;
  onSent: (waiting?: string) => void;
}) {
  const sendOtp = useSendOtp();
  const seconds = useSecondsUntil(sentAt + limits.mailPause);
  const [isSending, setSending] = useState(false);

  const send = async () => {
    setSending(true);
    const outcome = await sendOtp(email);
    if (outcome.kind === "sent") onSent(outcome.waiting);
    setSending(false);
  };

  return (
    <Button look="bare" className="tabular-nums" disabled={seconds > 0} busy={isSending} onClick={() => void send()}>
      {seconds > 0 ? words.sendAgainIn(seconds) : words.sendAgain}
    </Button>
  );
}
