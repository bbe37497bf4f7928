/** The address goes along from one face of /auth to the next: nobody types it twice. */
export type CarriedEmail = {
  email: string;
  /** Second argument of `register("email", …)`. */
  onEmail: { onChange: (event: { target: { value: string } }) => void };
};
