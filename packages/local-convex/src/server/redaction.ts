import type { Caller, FunctionOutcome, LiveResult } from "../contract/core";

/**
 * Hides failures' details. With the admin key, callers see everything. Others see only the request id, under which `npx convex logs` shows
 * the rest. A ConvexError's data is for the caller and always included.
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

/** Returns only a message's first line, `[Request ID: …] Server Error`. The rest may reveal code. */
function hidden(outcome: LiveResult["outcome"]): LiveResult["outcome"] {
  if (outcome.ok) return outcome;
  const { message, unavailable } = outcome.error;
  const [head = ""] = message.split("\n", 1);
  const shown = unavailable === undefined ? head : `${head}\n${unavailable}`;
  return { ok: false, error: { ...outcome.error, message: shown } };
}
