import { LogOut } from "lucide-react";
import { Button } from "../../components/Button";
import { words } from "./words";

type Props = { stats: { pending: number; approved: number }; onSignOut: () => void };

/** Title, the two figures and the way out, in one line. */
export function DashboardHeader({ stats, onSignOut }: Props) {
  return (
    <header className="flex flex-wrap items-center gap-x-6 gap-y-1 border-b-2 border-line bg-raised px-4 py-2">
      <h1 className="text-lead">{words.dashboard}</h1>
      <dl className="flex gap-5">
        <Figure name={words.pending} value={stats.pending} />
        <Figure name={words.approved} value={stats.approved} />
      </dl>
      <Button look="bare" className="ml-auto" onClick={onSignOut}>
        <LogOut aria-hidden className="size-4" />
        {words.signOut}
      </Button>
    </header>
  );
}

function Figure({ name, value }: { name: string; value: number }) {
  return (
    <div className="flex items-baseline gap-1.5">
      <dt className="text-note text-soft">{name}</dt>
      <dd className="font-semibold tabular-nums">{value}</dd>
    </div>
  );
}
