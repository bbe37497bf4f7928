import type { FunctionArgs, FunctionReference } from "convex/server";
import { useAction, useMutation } from "./acts";
import { toastResult } from "./toastResult";

type Sentences = { success?: string; failure: string };

/** A mutation that says in a toast how it ended. Returns whether it is done. */
export function useToastedMutation<Fn extends FunctionReference<"mutation">>(mutation: Fn, sentences: Sentences) {
  return toasted(useMutation(mutation), sentences);
}

/** `useToasted` for an action. */
export function useToastedAction<Fn extends FunctionReference<"action">>(action: Fn, sentences: Sentences) {
  return toasted(useAction(action), sentences);
}

function toasted<Fn extends FunctionReference<"mutation" | "action">>(
  act: (args: FunctionArgs<Fn>) => Promise<unknown>,
  sentences: Sentences,
) {
  return async (args: FunctionArgs<Fn>): Promise<boolean> => (await toastResult(() => act(args), sentences)).ok;
}
