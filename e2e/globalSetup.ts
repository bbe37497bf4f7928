import { prepareProduct } from "./product";

/** Prepares the data folder that each worker's product starts from. */
export default async function globalSetup() {
  return await prepareProduct();
}
