/** A moderator's own words to a person. */
export function Written({ label, children }: { label: string; children: string }) {
  return (
    <blockquote className="w-full rounded-md border-2 border-line bg-raised px-5 py-4 text-left">
      <p className="text-note text-soft">{label}</p>
      <p dir="auto" className="mt-1 break-words whitespace-pre-line">
        {children}
      </p>
    </blockquote>
  );
}
