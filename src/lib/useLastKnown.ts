import { useState } from "react";

/** The value, or while it loads (undefined) the one before it. A value has to be the same object until it changes. */
export function useLastKnown<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}
