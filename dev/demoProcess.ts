import { seed, type SeedOptions } from "./seed/seed";

/**
 * Makes demo people in a separate process, which can be ended in the middle of a step and gives back its memory.
 * The parent sends the options and receives the progress. The process ends when the parent does.
 */
process.once("message", (options: Omit<SeedOptions, "onProgress">) => {
  seed({ ...options, onProgress: (done, of) => process.send?.({ done, of }) }).then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.once("disconnect", () => process.exit(1));
