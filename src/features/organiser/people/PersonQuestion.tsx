import { ReasonQuestion } from "../../../components/ReasonQuestion";
import { words } from "./words";
import { usePersonActs, type Act } from "./usePersonActs";

type Props = { act: Act; name: string; userId: string; onClose: () => void };

/** Asks before an act, says what follows, and takes the reason. */
export function PersonQuestion({ act, name, userId, onClose }: Props) {
  const perform = usePersonActs(userId);
  const { title, text, button } = words.questions[act];
  return (
    <ReasonQuestion
      title={title(name)}
      description={text}
      confirm={button}
      label={words.reason}
      hint={hints[act] ?? words.reasonForColleagues}
      missing={act === "exportData" ? undefined : words.reasonMissing}
      choices={act === "remove" ? { placeholder: words.chooseReason, names: words.deletionReasons } : undefined}
      onConfirm={(reason) => perform(act, reason)}
      onClose={onClose}
    />
  );
}

const hints: Partial<Record<Act, string>> = { suspend: words.reasonForThem, exportData: words.reasonOptional };
