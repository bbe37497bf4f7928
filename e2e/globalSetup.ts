import { prepareProduct } from "./product";

/** Before the browser tests: the folder with which each worker's product begins. */
export default async function globalSetup() {
  return await prepareProduct();
}
