import type { ReactNode } from "react";
import { useFestival } from "../lib/festival";
import { Title } from "./Title";

/** Frames the staff's forms around signing in. */
export function StaffCard({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  const { name } = useFestival();
  return (
    <main className="grid min-h-dvh grid-cols-1 place-items-center px-5 py-10">
      <Title>{title}</Title>
      <div className="w-full max-w-sm rounded-lg border-2 border-line bg-raised p-6 sm:p-8">
        <p className="font-poster text-lead font-semibold text-soft">{name}</p>
        <h1 className="text-title">{title}</h1>
        {lead !== undefined && <p className="mt-1 text-soft">{lead}</p>}
        <div className="mt-6">{children}</div>
      </div>
    </main>
  );
}
