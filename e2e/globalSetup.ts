import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePorts, startProduct } from "./product";

/** One product for all specs, on a fresh folder. Its addresses reach the specs as E2E_READY. */
export default async function globalSetup() {
  const dir = await mkdtemp(path.join(tmpdir(), "e2e-"));
  const product = await startProduct({
    dir: path.join(dir, "local"),
    ports: await freePorts(5183, 5),
    seed: Number(process.env.E2E_SEED ?? 0),
  });
  process.env.E2E_READY = JSON.stringify(product.ready);
  return async () => {
    await product.stop();
    await rm(dir, { recursive: true, force: true });
  };
}
