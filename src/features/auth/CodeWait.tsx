import { useQuery } from "convex/react";
import { useEffect } from "react";
import { api } from "../../../convex/_generated/api";
import { Note } from "../../components/Note";
import { toast } from "../../lib/toast";
import { words } from "./words";

type Props = { email: string; waiting: string; onMailed: () => void; onFailed: () => void };

/** Above the form while a code waits to be mailed: says so, live, until it is. */
export function CodeWait({ email, waiting, onMailed, onFailed }: Props) {
  const state = useQuery(api.auth.codeMail, { email, waiting });
  useEffect(() => {
    if (state === "sent") {
      toast.success(words.otpSent);
      onMailed();
    }
    if (state === "failed") {
      toast.error(words.sendFailed);
      onFailed();
    }
  }, [state, onMailed, onFailed]);

  return <Note>{words.codeWaitsText}</Note>;
}
