import { build } from "vite";
import { payScript } from "./payScript";

/** The folders of a build. `payUrl`: the payment stand-in's URL. Null: the real provider. */
export interface PageBuild {
  root: string;
  outDir: string;
  payUrl: string | null;
}

/** Builds the page in a separate process, so that the bundler's memory is freed before the deployment runs on. */
process.once("message", ({ root, outDir, payUrl }: PageBuild) => {
  build({
    root,
    logLevel: "warn",
    build: { outDir, emptyOutDir: true },
    plugins: payUrl === null ? [] : [payScript(payUrl)],
  }).then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.once("disconnect", () => process.exit(1));
