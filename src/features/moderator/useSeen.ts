import { useEffect, useState } from "react";
import { onceSeen } from "./seen";

/** Whether whoever is shown now has been on screen long enough to be decided on. */
export function useSeen(id: string | undefined): boolean {
  const [seen, setSeen] = useState<string>();

  useEffect(() => (id === undefined ? undefined : onceSeen(() => setSeen(id))), [id]);

  return id !== undefined && seen === id;
}
