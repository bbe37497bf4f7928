/** An error whose message is all that a person needs. It is shown without a stack trace. */
export class Expected extends Error {
  readonly expected = true;
}
