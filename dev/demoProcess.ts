import { seed, type SeedOptions } from "./seed/seed";

/**
 * Creates demo people in a separate process, which can be stopped at any step and frees its memory. The parent sends the options and gets
 * the progress. The process ends with its parent.
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
