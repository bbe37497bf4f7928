import { limits } from "../../../convex/shared/limits";
import { Button } from "../../components/Button";
import { useBusy } from "../../lib/useBusy";
import { useSecondsUntil } from "../../lib/useSecondsUntil";
import { useSendOtp } from "./useSendOtp";
import { words } from "./words";

type Props = { email: string; sentAt: number; onSent: (waiting?: string) => void };

/** Asks for a new code, as soon as the deployment would mail one. */
export function SendAgain({ email, sentAt, onSent }: Props) {
  const sendOtp = useSendOtp();
  const seconds = useSecondsUntil(sentAt + limits.mailPause);
  const [isSending, send] = useBusy(async () => {
    const outcome = await sendOtp(email);
    if (outcome.kind === "sent") onSent(outcome.waiting);
  });

  return (
    <Button look="bare" className="tabular-nums" disabled={seconds > 0} busy={isSending} onClick={() => void send()}>
      {seconds > 0 ? words.sendAgainIn(seconds) : words.sendAgain}
    </Button>
  );
}
