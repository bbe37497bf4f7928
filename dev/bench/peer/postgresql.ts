/** A PostgreSQL server with default settings: commits are on disk. */
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

export interface Postgresql {
  uri: string;
  stop(): Promise<void>;
}

/** Starts a package's PostgreSQL with a new database, in a folder that `stop` deletes. */
export async function startPostgresql(installed: string, port: number): Promise<Postgresql> {
  const password = randomBytes(16).toString("hex");
  const dir = mkdtempSync(path.join(tmpdir(), "bench-postgresql-"));
  const owner = unprivileged();
  // Another user cannot read root's folders.
  const bin = path.join(owner === null ? installed : copyPackage(installed, dir), "native/bin");
  const [data, secret] = [path.join(dir, "data"), path.join(dir, "password")];
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(secret, password, { mode: 0o600 });
  if (owner !== null) for (const file of [dir, data, secret]) chownSync(file, owner.uid, owner.gid);
  const ids = owner ?? {};
  const initdb = programOf(bin, "initdb");
  const fixed = ["--auth=scram-sha-256", "--username=bench", "--encoding=UTF8", "--no-locale"];
  execFileSync(initdb, ["-D", data, `--pwfile=${secret}`, ...fixed], { ...ids, stdio: ["ignore", "ignore", "pipe"] });
  const settings = ["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-c", "shared_buffers=256MB"];
  const argv = ["-D", data, "-p", String(port), ...settings];
  const child = spawn(programOf(bin, "postgres"), argv, { ...ids, stdio: ["ignore", "ignore", "pipe"] });
  await untilReady(child);
  const stop = async () => {
    await stopProcess(child);
    rmSync(dir, { recursive: true, force: true });
  };
  return { uri: `postgres://bench:${password}@127.0.0.1:${port}/postgres`, stop };
}

function copyPackage(installed: string, dir: string): string {
  const copy = path.join(dir, "package");
  cpSync(installed, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

function programOf(bin: string, name: string): string {
  const file = path.join(bin, process.platform === "win32" ? `${name}.exe` : name);
  if (process.platform !== "win32") chmodSync(file, 0o755);
  return file;
}

/** Returns the user `postgres` or `nobody` for root, because PostgreSQL refuses to run as root. Null for other users. */
function unprivileged(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  for (const name of ["postgres", "nobody"]) {
    try {
      const [uid, gid] = ["-u", "-g"].map((flag) => Number(execFileSync("id", [flag, name], { stdio: "pipe" })));
      return { uid: uid!, gid: gid! };
    } catch {
      // There is no such user here.
    }
  }
  throw new Error("PostgreSQL does not run as root, and there is no other user for it");
}

function untilReady(child: ChildProcess): Promise<void> {
  let output = "";
  return new Promise((resolve, reject) => {
    child.stderr!.on("data", (text: Buffer) => {
      output = (output + String(text)).slice(-2_000);
      if (output.includes("ready to accept connections")) resolve();
    });
    child.once("exit", () => reject(new Error(`PostgreSQL ended: ${output}`)));
  });
}

function stopProcess(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGINT");
  });
}
