import { useState } from "react";

/** Returns the value, or the previous one while it loads (undefined). A value must stay the same object until it changes. */
export function useLastKnown<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}
