import { LogOut } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../components/Button";
import { toastResult } from "../lib/toastResult";
import { useSession } from "../session/useSession";
import { words as sessionWords } from "../session/words";
import { words } from "./words";

export function StaffHeader({ links, children }: { links: ReactNode; children: ReactNode }) {
  const signOut = useStaffSignOut();
  return (
    <header className="flex flex-wrap items-center gap-x-6 gap-y-1 border-b-2 border-line bg-raised px-4 py-2 max-sm:gap-x-1">
      {children}
      <div className="ml-auto flex items-center gap-4">
        {links}
        <Button variant="bare" className="min-w-11" onClick={() => void signOut()}>
          <LogOut aria-hidden className="size-4" />
          <span className="max-lg:sr-only">{words.staffSignOut}</span>
        </Button>
      </div>
    </header>
  );
}

export const staffTab =
  "flex min-h-11 items-center rounded-sm border-b-4 border-transparent px-3 font-semibold text-soft tabular-nums hover:text-ink " +
  "aria-[current=page]:border-teal aria-[current=page]:text-ink aria-pressed:border-teal aria-pressed:text-ink";

/** Ends a staff session, online or offline. */
function useStaffSignOut() {
  const { signOut } = useSession();
  const messages = { success: sessionWords.signedOut, failure: () => sessionWords.signOutFailed };
  return () => toastResult(async () => signOut(), messages);
}
