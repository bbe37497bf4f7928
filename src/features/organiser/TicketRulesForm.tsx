import type { FunctionReturnType } from "convex/server";
import { useForm, useWatch } from "react-hook-form";
import type { api } from "../../../convex/_generated/api";
import { ticketSentences } from "../../../convex/shared/tickets";
import { Button } from "../../components/Button";
import { ChipChoice, ChipGroup, RadioChoice, RadioGroup } from "../../components/Choices";
import { TextField } from "../../components/TextField";
import { useLazyResolver } from "../../lib/useLazyResolver";
import { words } from "./ticketsWords";
import { useTicketActs } from "./useTicketActs";

export type Rules = FunctionReturnType<typeof api.tickets.rules>;
/** `uploaded`: how many codes there are. */
type Props = { start: Rules; uploaded: number; onSaved: (saved: Rules) => void };

const check = async () => (await import("./ticketsCheck")).ticketsCheck;

/** Who may sign up and who has the mark: by the domain of an address, and by codes. */
export function TicketRulesForm({ start: { version, domains, ...start }, uploaded, onSaved }: Props) {
  const { save } = useTicketActs();
  const { register, handleSubmit, formState, control } = useForm({
    resolver: useLazyResolver(check),
    defaultValues: { ...start, domains: domains.join(", ") },
  });
  const isTooEarly =
    useWatch({ control, name: "codes" }) === "required" && start.codes !== "required" && uploaded === 0;
  const submit = handleSubmit(async (rules) => {
    if (!isTooEarly && (await save(version, rules))) onSaved({ ...rules, version: version + 1 });
  });

  return (
    <form noValidate onSubmit={submit} className="flex min-w-0 flex-col gap-5">
      <TextField
        label={words.domains}
        hint={words.domainsHint}
        autoCapitalize="off"
        error={formState.errors.domains?.message}
        {...register("domains")}
      />
      <ChipGroup label={words.domainsFor}>
        <ChipChoice {...register("domainsMark")}>{words.domainsMark}</ChipChoice>
        <ChipChoice {...register("domainsOnly")}>{words.domainsOnly}</ChipChoice>
      </ChipGroup>
      <RadioGroup label={words.codes} hint={words.codesHint} error={isTooEarly ? ticketSentences.noCodes : undefined}>
        {(["off", "optional", "required"] as const).map((kind) => (
          <RadioChoice key={kind} value={kind} {...register("codes")}>
            {words.codeKinds[kind]}
          </RadioChoice>
        ))}
      </RadioGroup>
      <Button type="submit" busy={formState.isSubmitting}>
        {words.save}
      </Button>
    </form>
  );
}
