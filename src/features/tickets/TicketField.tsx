import { useFormContext } from "react-hook-form";
import { TextField } from "../../components/TextField";
import { words } from "./words";

export function TicketField({ isRequired }: { isRequired: boolean }) {
  const { register, formState } = useFormContext<{ ticket: string }>();
  return (
    <TextField
      label={isRequired ? words.code : words.optionalCode}
      hint={isRequired ? words.codeHint : words.optionalHint}
      autoComplete="off"
      autoCapitalize="characters"
      maxLength={200}
      error={formState.errors.ticket?.message}
      {...register("ticket")}
    />
  );
}
