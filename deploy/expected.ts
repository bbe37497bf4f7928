/** An error whose message is all that the user needs. Shown without a stack trace. */
export class ExpectedError extends Error {
  readonly expected = true;
}
