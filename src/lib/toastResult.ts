import type { FunctionArgs, FunctionReference } from "convex/server";
import { Unanswered, useAction, useMutation } from "./acts";
import { messageOf, Withdrawn } from "./errors";
import { toast } from "./toast";

type Messages<T> = {
  /** Shown on success. Null: the screen shows the success itself. */
  success?: string | ((value: T) => string | null);
  /** Shown on failure. The sentence of a refusal takes precedence over a plain string. */
  failure: string | ((error: unknown) => string);
};

type Sentences = { success?: string; failure: Messages<unknown>["failure"] };
type Result = { ok: true } | { ok: false; error: unknown };

/** Returns a mutation that shows its outcome as a toast and returns whether it succeeded. */
export function useToastedMutation<Fn extends FunctionReference<"mutation">>(mutation: Fn, sentences: Sentences) {
  return toasted(useMutation(mutation), sentences);
}

/** `useToastedMutation` for an action. */
export function useToastedAction<Fn extends FunctionReference<"action">>(action: Fn, sentences: Sentences) {
  return toasted(useAction(action), sentences);
}

/** Runs an act and shows its outcome as a toast. If the connection is lost on the way, it waits for the late outcome. Never rejects. */
export async function toastResult<T>(act: () => Promise<T>, messages: Messages<T>): Promise<Result> {
  try {
    toastSuccess(await act(), messages);
    return { ok: true };
  } catch (error) {
    if (!(error instanceof Withdrawn)) toastFailure(error, messages);
    if (error instanceof Unanswered) return await toastResult(() => error.answer as Promise<T>, messages);
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

function toasted<Fn extends FunctionReference<"mutation" | "action">>(
  act: (args: FunctionArgs<Fn>) => Promise<unknown>,
  sentences: Sentences,
) {
  return async (args: FunctionArgs<Fn>): Promise<boolean> => (await toastResult(() => act(args), sentences)).ok;
}
