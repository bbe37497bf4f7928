import { Unanswered } from "./acts";
import { messageOf, Withdrawn } from "./errors";
import { toast } from "./toast";

type Messages<T> = {
  /** Shown when it is done; null: the screen says it. */
  success?: string | ((value: T) => string | null);
  /** Shown when it failed. A plain sentence gives way to the deployment's own, where it refused. */
  failure: string | ((error: unknown) => string);
};

type Result = { ok: true } | { ok: false; error: unknown };

/** Runs an act and shows in a toast how it ended. Never rejects. */
export async function toastResult<T>(act: () => Promise<T>, messages: Messages<T>): Promise<Result> {
  try {
    toastSuccess(await act(), messages);
    return { ok: true };
  } catch (error) {
    if (!(error instanceof Withdrawn)) toastFailure(error, messages);
    // Shows the result as soon as it is known.
    if (error instanceof Unanswered) {
      error.answer.then(
        (value) => toastSuccess(value as T, messages),
        (late: unknown) => toastFailure(late, messages),
      );
    }
    return { ok: false, error };
  }
}

function toastSuccess<T>(value: T, { success }: Messages<T>) {
  const text = typeof success === "function" ? success(value) : success;
  if (text) toast.success(text);
}

function toastFailure<T>(error: unknown, { failure }: Messages<T>) {
  toast.error(typeof failure === "string" ? messageOf(error, failure) : failure(error));
}
