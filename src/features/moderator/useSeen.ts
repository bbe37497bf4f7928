import { useEffect, useState } from "react";
import { onceSeen } from "./seen";

/** Whether the row with this id has been on screen long enough to be decided on. */
export function useSeen(id: string | undefined): boolean {
  const [seenId, setSeenId] = useState<string>();

  useEffect(() => (id === undefined ? undefined : onceSeen(() => setSeenId(id))), [id]);

  return id !== undefined && seenId === id;
}
