import { startFresh } from "./product";

/** One product for all specs. Its addresses reach the specs as E2E_READY. */
export default async function globalSetup() {
  const { ready, stop } = await startFresh(5183);
  process.env.E2E_READY = JSON.stringify(ready);
  return stop;
}
