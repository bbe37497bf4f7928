/** An error whose sentence is all that a person needs; no trace. */
export class Expected extends Error {
  readonly expected = true;
}
