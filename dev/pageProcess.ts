import { build } from "vite";
import { payScript } from "./payScript";

/** Where the page is built from and to. `payUrl`: the address of the payment stand-in; null: the real provider. */
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
