import { useQuery } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { Form } from "../../components/Form";
import { TextField } from "../../components/TextField";
import { useMutation } from "../../lib/acts";
import { toast } from "../../lib/toast";
import { toastResult } from "../../lib/toastResult";
import { words } from "./words";

/** The member's ticket, or the field for its code. Hidden if neither a ticket, a code nor a marked address applies. */
export function OwnTicket() {
  const mine = useQuery(api.tickets.mine, {});
  if (mine === undefined || !(mine.asked || mine.ticket || mine.byAddress)) return null;
  const { ticket } = mine;
  return (
    <section className="flex flex-col items-start gap-2">
      <h2 className="text-lead">{words.title}</h2>
      {ticket === null && !mine.byAddress && <ClaimForm />}
      {ticket === null && mine.byAddress && <p className="text-soft">{`${words.byAddress} ${words.seen}`}</p>}
      {ticket !== null && (
        <p dir="auto" className="text-soft">
          {`${words.yours(ticket.label)} ${ticket.arrivedAt === undefined ? words.seen : words.arrived}`}
        </p>
      )}
    </section>
  );
}

function ClaimForm() {
  const claim = useClaim();
  const [code, setCode] = useState("");
  const [error, setError] = useState<string | null>(null);
  return (
    <Form
      button={words.add}
      variant="quiet"
      className="w-full max-w-md gap-3 *:[button]:self-start"
      onSubmit={async () => setError(await claim(code))}
    >
      <p className="text-soft">{words.text}</p>
      <TextField
        label={words.code}
        hint={words.codeHint}
        error={error ?? undefined}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={200}
        value={code}
        onChange={(event) => {
          setCode(event.target.value);
          setError(null);
        }}
      />
    </Form>
  );
}

/** Returns a function that claims the ticket of a code. It returns the error for the field, or null. */
function useClaim() {
  const claim = useMutation(api.tickets.claim);
  return async (code: string): Promise<string | null> => {
    if (code.trim() === "") return words.missing;
    let error: string | null = null;
    await toastResult(
      async () => {
        const result = await claim({ code });
        if (result.kind === "claimed") toast.success(words.added);
        else error = result.kind === "wait" ? words.wait(Math.ceil(result.retryAfter / 60_000)) : words[result.kind];
      },
      { failure: words.failed },
    );
    return error;
  };
}
