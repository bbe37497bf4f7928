import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import { startDeployment, type RunningDeployment } from "local-convex";
import { build } from "../../scripts/build.mjs";
import { Deployment } from "../deployment";
import { keysOf, settingsOf, type Keys } from "../env";
import { startResend } from "../standIns/resend/server";
import { clientFor, signUp, tokenFor } from "./accounts";
import { startAutoLikers } from "./autoLikers";
import { peopleOf } from "./people";
import { seed } from "./seed";

const root = path.resolve(import.meta.dirname, "../..");
/** The fewest people that include all kinds. The last one waits for a moderator. */
const people = peopleOf(9);
const minutes = 60_000;
let dir: string;
let keys: Keys;
let backend: RunningDeployment;
let mail: Awaited<ReturnType<typeof startResend>>;

beforeAll(async () => {
  await mkdir(path.join(root, ".local/test"), { recursive: true });
  dir = await mkdtemp(path.join(root, ".local/test/seed-"));
  keys = await keysOf(dir);
  await makePortraits();
  const folder = await build(root);
  mail = await startResend({ port: 0, dir: path.join(dir, "mail"), page: path.join(root, "dev/standIns/page") });
  backend = await startDeployment({
    dir: path.join(dir, "deployment"),
    port: 0,
    sitePort: 0,
    adminKey: keys.adminKey,
    projectDir: root,
    workerUrl: pathToFileURL(path.join(folder, "packages/local-convex/src/worker/worker.js")),
  });
  const deployment = new Deployment(backend.cloudUrl, keys.adminKey, root);
  const config = {
    appUrl: "http://127.0.0.1:1",
    mailUrl: mail.url,
    payUrl: "http://127.0.0.1:1",
    pushUrl: "http://127.0.0.1:1",
  };
  await deployment.configure(settingsOf({ ...config, root, dir, ...urls(), ports: noPorts, seed: 0 }, keys, {}));
  await deployment.push();
  await deployment.call("moderator:create", keys.moderator);
}, 3 * minutes);

afterAll(async () => {
  await backend.stop();
  await mail.stop();
  await rm(dir, { recursive: true, force: true });
});

const noPorts = { app: 0, convex: 0, site: 0, mail: 0, pay: 0, push: 0 };
const urls = () => ({ convexUrl: backend.cloudUrl, siteUrl: backend.siteUrl });
const optionsFor = (count: number) => ({
  ...{ convexUrl: backend.cloudUrl, mailUrl: mail.url, adminKey: keys.adminKey },
  ...{ moderator: keys.moderator, password: "everybody's one", portraits: path.join(dir, "portraits"), count },
});

/** Small pictures in place of the real ones, which are slow to encode. `people.test.ts` checks those. */
async function makePortraits() {
  await mkdir(path.join(dir, "portraits"));
  const picture = await sharp({ create: { width: 3, height: 4, channels: 3, background: "teal" } })
    .webp()
    .toBuffer();
  for (const name of people.flatMap(({ portraits }) => portraits)) {
    await writeFile(path.join(dir, "portraits", name), picture);
  }
}

async function moderator() {
  return clientFor(optionsFor(0), await tokenFor(optionsFor(0), "moderator", keys.moderator));
}

test(
  "the next run completes an interrupted seeding, with each person once",
  async () => {
    const ending = new AbortController();
    await seed({
      ...optionsFor(people.length),
      signal: ending.signal,
      onProgress: (done) => done === 2 && ending.abort(),
    });
    const client = await moderator();
    expect((await client.query(api.moderator.stats, {})).stats.approved).toBe(0);

    await seed(optionsFor(people.length));
    await seed(optionsFor(people.length));

    expect((await client.query(api.moderator.stats, {})).stats).toEqual({ approved: 8, pending: 1 });
    expect(await client.query(api.moderator.queue, {})).toMatchObject([{ name: people[8]!.profile.name }]);
  },
  3 * minutes,
);

test(
  "a demo person likes a newcomer, and a like back makes a match",
  async () => {
    const account = { email: "ravi@example.test", password: "ravi's own words" };
    await signUp(optionsFor(0), account);
    const ravi = clientFor(optionsFor(0), await tokenFor(optionsFor(0), "password", account));
    const image = new Uint8Array(await readFile(path.join(root, "dev/seed/portraits", people[1]!.portraits[0]!)))
      .buffer;
    const { photoId } = await ravi.action(api.profiles.uploadPhoto, { image, contentType: "image/webp" });
    const profile = { ...people[1]!.profile, name: "Ravi", instagramHandle: "ravi.himself", photoId };
    await ravi.mutation(api.profiles.create, { profile });
    const onError = vi.fn();
    const likers = startAutoLikers({ ...optionsFor(people.length), onError });

    const client = await moderator();
    const queue = await client.query(api.moderator.queue, {});
    const { _id: id } = queue.find(({ name }) => name === "Ravi")!;
    await client.mutation(api.moderator.decide, { id, approved: true });

    const liker = people[2]!.profile;
    await vi.waitFor(
      async () => {
        expect(await ravi.query(api.matches.pendingLikes, {})).toMatchObject([{ name: liker.name, isPremium: true }]);
      },
      { timeout: 20_000, interval: 200 },
    );
    const [like] = await ravi.query(api.matches.pendingLikes, {});
    const answer = await ravi.mutation(api.matches.respond, { profileId: like!._id, accepted: true });
    expect(answer).toMatchObject({ match: true, user: { instagramHandle: liker.instagramHandle } });
    expect(onError).not.toHaveBeenCalled();
    await likers.stop();
  },
  2 * minutes,
);
