import * as Radix from "@radix-ui/react-tabs";
import type { ReactNode } from "react";

type Tab<Id> = { id: Id; label: string; content: ReactNode };
type Props<Id> = { label: string; tabs: readonly Tab<Id>[]; current: Id; onChange: (id: Id) => void };

export function Tabs<Id extends string>({ label, tabs, current, onChange }: Props<Id>) {
  return (
    <Radix.Root value={current} onValueChange={(id) => onChange(id as Id)}>
      <Radix.List aria-label={label} className="flex border-b-2 border-line">
        {tabs.map(({ id, label: name }) => (
          <Radix.Trigger key={id} value={id} className={trigger}>
            {name}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map(({ id, content }) => (
        <Radix.Content key={id} value={id} className="pt-5 focus-visible:outline-offset-4">
          {content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}

const trigger =
  "relative -mb-0.5 min-h-12 rounded-sm flex-1 px-2 pt-1 pb-2 font-semibold text-soft tabular-nums transition-colors hover:text-ink data-[state=active]:text-ink " +
  "after:absolute after:inset-x-3 after:bottom-0 after:h-1.5 after:scale-x-0 after:rounded-full after:band after:transition-transform data-[state=active]:after:scale-x-100";
