import { parseArgs, type ParseArgsConfig } from "node:util";

/** An error whose message is all that the user needs. Shown without a stack trace. */
export class ExpectedError extends Error {
  readonly expected = true;
}

/** Parses options as `parseArgs` does. Throws an `ExpectedError` for options that do not exist or lack their value. */
export function parseCommand<const Config extends ParseArgsConfig>(config: Config) {
  try {
    return parseArgs(config);
  } catch (error) {
    // Node's second sentence is about positional arguments.
    const [sentence = ""] = (error as Error).message.split(". ");
    throw new ExpectedError(`${sentence}.`);
  }
}
