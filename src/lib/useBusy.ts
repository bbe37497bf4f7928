import { useState } from "react";

export function useBusy<Args extends unknown[]>(act: (...args: Args) => unknown) {
  const [isBusy, setBusy] = useState(false);
  const run = async (...args: Args): Promise<void> => {
    setBusy(true);
    try {
      await act(...args);
    } finally {
      setBusy(false);
    }
  };
  return [isBusy, run] as const;
}
