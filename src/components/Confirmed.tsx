import { CircleCheck } from "lucide-react";

/** What was done, for as long as the form is open: a toast is gone in two seconds. */
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
