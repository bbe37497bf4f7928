import { useId } from "react";
import { useWatch } from "react-hook-form";
import { api } from "../../../../convex/_generated/api";
import { domainsIn, ticketSentences } from "../../../../convex/shared/tickets";
import { RadioChoice, RadioGroup } from "../../../components/Choices";
import { Form } from "../../../components/Form";
import { TextField } from "../../../components/TextField";
import { useToastedMutation } from "../../../lib/toastResult";
import { useLazyForm } from "../../../lib/useLazyForm";
import { answerOf, answers, rulesFrom, type Rules } from "./whoMayCome";
import { words } from "./words";

/** `uploaded`: the number of codes. */
type Props = { initial: Rules; uploaded: number; onSaved: (saved: Rules) => void };

const schema = async () => (await import("./rulesSchema")).rulesSchema;

/** "Who may come?", with the consequences for sign-ups and for the mark. */
export function TicketRulesForm({ initial, uploaded, onSaved }: Props) {
  const save = useToastedMutation(api.tickets.saveSettings, words.saving);
  const { field, register, handleSubmit, control } = useLazyForm(schema, {
    defaultValues: { who: answerOf(initial), domains: initial.domains.join(", ") },
  });
  const followsId = useId();
  const [who, domains] = useWatch({ control, name: ["who", "domains"] });
  const rules = rulesFrom(initial, who, domainsIn(domains), uploaded);
  const isTooEarly = rules.codes === "required" && initial.codes !== "required" && uploaded === 0;
  const submit = handleSubmit(async () => {
    if (!isTooEarly && (await save({ version: initial.version, rules })))
      onSaved({ ...rules, version: initial.version + 1 });
  });

  return (
    <Form button={words.save} className="min-w-0 gap-5" onSubmit={submit}>
      <RadioGroup
        label={words.who}
        layout="grid gap-3 sm:grid-cols-3 lg:grid-cols-1 xl:grid-cols-3"
        error={isTooEarly ? ticketSentences.noCodes : undefined}
      >
        {answers.map((answer) => (
          <RadioChoice key={answer} value={answer} {...register("who")}>
            {words.answers[answer]}
          </RadioChoice>
        ))}
      </RadioGroup>
      <TextField label={words.domains} hint={words.domainsHint} autoCapitalize="off" {...field("domains")} />
      <div className="text-soft">
        <p id={followsId}>{words.follows}:</p>
        <ul aria-labelledby={followsId} className="list-disc pl-5">
          {consequencesOf(rules).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </div>
    </Form>
  );
}

function consequencesOf({ domains, domainsOnly, domainsMark, codes }: Omit<Rules, "version">): string[] {
  const byDomain = domainsMark && domains.length > 0;
  return [
    domainsOnly ? words.domainsOnly : codes === "required" ? words.codesOnly : words.anyone,
    ...(domainsOnly && codes === "required" ? [words.codesOnly] : []),
    ...(codes === "optional" ? [words.codesOptional] : []),
    codes === "off" ? (byDomain ? words.markDomains : words.markNobody) : byDomain ? words.markBoth : words.markTickets,
  ];
}
