import { seed, type SeedOptions } from "./seed/seed";

/**
 * Makes demo people in a process of its own, which can be ended in the middle of a step and leaves no memory behind.
 * Told whom by its parent, tells it how far it is, and ends with it.
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
