import { messageOf } from "./errors";
import { toast } from "./toast";
import { useCallWithTimeout } from "./useCallWithTimeout";

type Messages<T> = {
  /** Shown when it is done; null: the screen says it. */
  success?: string | ((value: T) => string | null);
  /** Shown when it failed. A plain sentence gives way to the deployment's own, where it refused. */
  failure: string | ((error: unknown) => string);
};

type Result = { ok: true } | { ok: false; error: unknown };

/** Runs an action and shows in a toast how it ended. Never rejects. */
export async function toastResult<T>(action: () => Promise<T>, { success, failure }: Messages<T>): Promise<Result> {
  try {
    const value = await action();
    const text = typeof success === "function" ? success(value) : success;
    if (text) toast.success(text);
    return { ok: true };
  } catch (error) {
    toast.error(typeof failure === "string" ? messageOf(error, failure) : failure(error));
    return { ok: false, error };
  }
}

/** The same for a call to the deployment that somebody waits for: see `useCallWithTimeout`. */
export function useToastedCall() {
  const callWithTimeout = useCallWithTimeout();
  return <T>(call: () => Promise<T>, messages: Messages<T>) => toastResult(() => callWithTimeout(call), messages);
}
