import { useQuery_experimental as useQueryResult } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useEffect, useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { useBackgroundMutation } from "../../../lib/acts";
import { isRefusal } from "../../../lib/errors";
import { useIsVisible } from "../../../lib/visibility";

export type Person = NonNullable<FunctionReturnType<typeof api.people.person>>;
export type PersonRecord = NonNullable<FunctionReturnType<typeof api.people.record>>;

type PersonState =
  | { state: "loading" }
  | { state: "gone" }
  | { state: "failed"; tryAgain: () => void }
  | { state: "open"; person: Person; record: PersonRecord | null };

/** Returns a person's data, live. Opening a person is logged and expires. It is repeated while the page is visible. */
export function usePerson(userId: string): PersonState {
  const open = useBackgroundMutation(api.people.open);
  const person = useQueryResult({ query: api.people.person, args: { userId } });
  const record = useQueryResult({ query: api.people.record, args: { userId } });
  const [failed, setFailed] = useState(false);
  const isVisible = useIsVisible();
  const isClosed = person.status === "success" && person.data === null;

  useEffect(() => {
    if (!isClosed || !isVisible || failed) return;
    open({ userId }).catch(() => setFailed(true));
  }, [isClosed, isVisible, failed, open, userId]);

  if (person.status === "error" && isRefusal(person.error, "NOT_FOUND")) return { state: "gone" };
  if (person.status === "error") throw person.error;
  if (failed) return { state: "failed", tryAgain: () => setFailed(false) };
  if (person.status !== "success" || person.data === null) return { state: "loading" };
  return { state: "open", person: person.data, record: record.status === "success" ? record.data : null };
}
