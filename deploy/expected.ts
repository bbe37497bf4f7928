/** An error whose message is all that a person needs. Shown without a stack trace. */
export class Expected extends Error {
  readonly expected = true;
}
