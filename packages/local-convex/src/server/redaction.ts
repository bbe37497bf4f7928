import type { Caller, FunctionOutcome, LiveResult } from "../contract/core";

/**
 * What a caller learns of a failure: everything with the admin key; otherwise only that it failed, and the request id under
 * which `npx convex logs` shows the rest. A ConvexError's data is meant for the caller and always goes along.
 */
export class Redaction {
  readonly #isOn: boolean;

  constructor(isOn: boolean) {
    this.#isOn = isOn;
  }

  hidesFrom(caller: Caller): boolean {
    return this.#isOn && caller !== "admin";
  }

  outcome(outcome: FunctionOutcome, caller: Caller): FunctionOutcome {
    return this.hidesFrom(caller) ? { ...outcome, ...hidden(outcome), logLines: [] } : outcome;
  }

  result(result: LiveResult, caller: Caller): LiveResult {
    return this.hidesFrom(caller) ? { ...result, outcome: hidden(result.outcome), logLines: [] } : result;
  }
}

/** The first line of a message is `[Request ID: …] Server Error`; what follows can reveal code. */
function hidden(outcome: LiveResult["outcome"]): LiveResult["outcome"] {
  if (outcome.ok) return outcome;
  const { message, unavailable } = outcome.error;
  const [head = ""] = message.split("\n", 1);
  const shown = unavailable === undefined ? head : `${head}\n${unavailable}`;
  return { ok: false, error: { ...outcome.error, message: shown } };
}
