/** The address is carried from one form of /auth to the next, so that nobody types it twice. */
export type CarriedEmail = {
  email: string;
  /** The second argument of `register("email", …)`. */
  onEmail: { onChange: (event: { target: { value: string } }) => void };
};
