import type { CoreApi, FunctionOutcome } from "../contract/core";

/** The mutation that the crash tests call and resend: the same mark is always the same call. */
export function makeMark(core: CoreApi, mark: number): Promise<FunctionOutcome> {
  return core.run({
    udfType: "mutation",
    path: "marks:make",
    componentPath: "",
    args: JSON.stringify({ mark }),
    identity: null,
    caller: "client",
    requestId: "r",
    idempotencyKey: { sessionId: "crash", requestId: mark, callerHash: "" },
  });
}
