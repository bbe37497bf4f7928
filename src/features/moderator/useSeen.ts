import { useEffect, useState } from "react";
import { onceSeen } from "./seen";

/** True once the row with this id was on screen long enough to be decided. */
export function useSeen(id: string | undefined): boolean {
  const [seenId, setSeenId] = useState<string>();

  useEffect(() => (id === undefined ? undefined : onceSeen(() => setSeenId(id))), [id]);

  return id !== undefined && seenId === id;
}
