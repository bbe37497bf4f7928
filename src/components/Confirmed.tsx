import { CircleCheck } from "lucide-react";

/** A confirmation that stays while the form is open. A toast would be gone in two seconds. */
export function Confirmed({ title, children }: { title: string; children: string }) {
  return (
    <div role="status" className="flex items-start gap-3 rounded-md border-2 border-good bg-raised px-4 py-3">
      <CircleCheck aria-hidden className="mt-0.5 size-6 shrink-0 text-good" />
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        <p className="text-soft wrap-anywhere">{children}</p>
      </div>
    </div>
  );
}
