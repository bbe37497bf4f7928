import { TextField } from "../../components/TextField";
import { useFields } from "../../lib/useLazyForm";
import { words } from "./words";

export function TicketField({ isRequired }: { isRequired: boolean }) {
  return (
    <TextField
      label={isRequired ? words.code : words.optionalCode}
      hint={isRequired ? words.codeHint : words.optionalHint}
      autoComplete="off"
      autoCapitalize="characters"
      maxLength={200}
      {...useFields<{ ticket: string }>()("ticket")}
    />
  );
}
