import { TextField } from "./TextField";
import { words } from "./words";

type Props = Omit<Parameters<typeof TextField>[0], "label">;

/** An e-mail address; phones neither capitalise nor correct it. Takes `register("email")` as it is. */
export function EmailField(input: Props) {
  return (
    <TextField
      label={words.email}
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      {...input}
    />
  );
}
