import { useConvex, useConvexConnectionState, type ConvexReactClient } from "convex/react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { api } from "../../../convex/_generated/api";
import { browserOutbox } from "../../lib/browserOutbox";
import { DOOR, draft } from "../../lib/draft";
import { isRefusal } from "../../lib/errors";
import { newKey, type SendResult } from "../../lib/outbox";
import { isListOf, isNumber, isObject, isShaped, isText } from "../../lib/stored";
import { DoorChecks, type Answer, type Check, type LateFinding, type LateFindings } from "./doorChecks";
import { doorMemory } from "./doorMemory";

/** The door check, live. Sends only while connected, because a mutation given to the client cannot be withdrawn. */
export function useDoorChecks() {
  const convex = useConvex();
  const [checks] = useState(() => newDoorChecks(convex));
  const { isWebSocketConnected } = useConvexConnectionState();
  useEffect(() => (isWebSocketConnected ? checks.outbox.start() : undefined), [checks, isWebSocketConnected]);
  const state = useSyncExternalStore(checks.onChange, checks.state);
  const queued = useSyncExternalStore(checks.outbox.onChange, checks.outbox.queued);
  return { ...state, checks, waiting: queued.length };
}

function newDoorChecks(convex: ConvexReactClient): DoorChecks {
  const findings = draft<LateFindings>(`${DOOR}late`, { late: isListOf(isLate), seen: isListOf(isText) }, "browser");
  return new DoorChecks({
    ...browserOutbox(`${DOOR}checks`, isCheck),
    memory: doorMemory(),
    lateStore: { read: () => ({ late: [], seen: [], ...findings.read() }), write: findings.write },
    sendCheck: (check) => sendCheck(convex, check),
    newKey,
    now: Date.now,
  });
}

const isCheck = isShaped<Check>({ code: isText, key: isText, at: isNumber });
const isLate = isShaped<LateFinding>({ key: isText, at: isNumber, ending: isText, why: isWhy });

function isWhy(why: unknown): why is LateFinding["why"] {
  if (isObject(why)) return isNumber(why["first"]) || isNumber(why["released"]);
  return why === "unknown" || why === "failed";
}

/** Sends a stored check as the signed-in staff member. */
async function sendCheck(convex: ConvexReactClient, check: Check): Promise<{ answer: Answer } | SendResult<"failed">> {
  try {
    const answer = await convex.mutation(api.tickets.check, { ...check, sentAt: Date.now() });
    return answer.kind === "wait" ? { retryAfter: answer.retryAfter } : { answer };
  } catch (error) {
    // Sent after the next sign-in.
    if (isRefusal(error, "UNAUTHENTICATED", "FORBIDDEN")) return "unknown";
    return { refused: "failed" };
  }
}
