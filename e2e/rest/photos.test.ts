/** Pictures over REST, as a form and as a data URL: sizes, types and metadata. */
import sharp from "sharp";
import { beforeAll, expect, inject, test } from "vitest";
import { photo } from "../pictures";
import { Client, type Reply } from "./client";
import { refuses } from "./conformance";
import { profileOf, signUp, type Person } from "./people";

const most = 3 * 1024 * 1024;

let client: Client;
let nia: Omit<Person, "id">;

beforeAll(async () => {
  client = await Client.of(inject("ready"));
  nia = await signUp(client, "Nia");
});

for (const way of ["form", "data URL"] as const) {
  const send = (bytes: Buffer, type: string) => (way === "form" ? asForm(bytes, type) : asDataUrl(bytes, type));

  test(`as a ${way}: JPEG, PNG and WebP are written anew, without what they carried`, async () => {
    const secret = "28.6139N 77.2090E";
    const picture = sharp(await photo(5)).withExif({ IFD0: { Copyright: secret } });
    const all = {
      "image/jpeg": picture.clone().jpeg(),
      "image/png": picture.clone().png(),
      "image/webp": picture.clone().webp(),
    };
    for (const [type, made] of Object.entries(all)) {
      const bytes = await made.toBuffer();
      expect(bytes.includes(secret), "it was there").toBe(true);
      const { status, body, text } = await send(bytes, type);
      expect(status, text).toBe(200);
      const shown = await fetch(body.photoURL as string);
      expect([shown.headers.get("content-type"), shown.headers.get("x-content-type-options")]).toEqual([
        "image/webp",
        "nosniff",
      ]);
      expect(Buffer.from(await shown.arrayBuffer()).includes(secret)).toBe(false);
    }
  });

  test(`as a ${way}: three megabytes are too many`, async () => {
    const large = Buffer.concat([await photo(1), Buffer.alloc(most)]).subarray(0, most);
    refuses(await send(large, "image/jpeg"), 413, "PHOTO_TOO_LARGE", "Image size should be less than 3MB");
    const justUnder = await send(large.subarray(0, most - 1), "image/jpeg");
    expect(justUnder.status, justUnder.text).toBe(200);
  });

  test(`as a ${way}: what is no picture is refused, whatever it is called`, async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const gif = Buffer.from("R0lGODlhAQABAAAAACwAAAAAAQABAAA=", "base64");
    const wrong: [Buffer, string][] = [
      [svg, "image/svg+xml"],
      [svg, "image/png"],
      [gif, "image/gif"],
      [gif, "image/jpeg"],
      [Buffer.from("<html>"), "text/html"],
      [await photo(1), "text/html"],
      [Buffer.alloc(0), "image/jpeg"],
    ];
    for (const [bytes, type] of wrong) {
      refuses(await send(bytes, type), 415, "PHOTO_TYPE", "Please upload an image file");
    }
    const broken = Buffer.concat([(await photo(1)).subarray(0, 20), Buffer.alloc(500, 7)]);
    refuses(await send(broken, "image/jpeg"), 400, "BAD_INPUT", "Error processing image. Please try again.");
  });
}

test("a form without the field, with text in it, or that is no form is refused", async () => {
  const ask = (form: FormData) => client.ask("POST /users/profile/image", { token: nia.token, form });
  const other = new FormData();
  other.append("picture", new File(["x"], "me.jpg", { type: "image/jpeg" }));
  const words = new FormData();
  words.append("image", "me.jpg");
  for (const form of [new FormData(), other, words]) {
    refuses(await ask(form), 400, "BAD_INPUT", "Please upload an image file");
  }
  const asking = {
    token: nia.token,
    body: "--x\r\nnonsense",
    headers: { "content-type": "multipart/form-data; boundary=x" },
  };
  refuses(await client.ask("POST /users/profile/image", asking), 400, "BAD_INPUT", "Please upload an image file");
  const none = { ...asking, headers: { "content-type": "multipart/form-data" } };
  refuses(await client.ask("POST /users/profile/image", none), 400, "BAD_INPUT", "Please upload an image file");
  const json = { token: nia.token, body: { image: "me.jpg" } };
  refuses(
    await client.ask("POST /users/profile/image", json),
    415,
    "WRONG_TYPE",
    "The body must be multipart/form-data.",
  );
  const much = new FormData();
  much.append("more", "x".repeat(most + 100_000));
  refuses(await ask(much), 413, "PHOTO_TOO_LARGE", "Image size should be less than 3MB");
});

function asForm(bytes: Buffer, type: string): Promise<Reply> {
  const form = new FormData();
  form.append("image", new File([new Uint8Array(bytes)], "me", { type }));
  return client.ask("POST /users/profile/image", { token: nia.token, form });
}

/** Sends a profile with this picture. */
async function asDataUrl(bytes: Buffer, type: string): Promise<Reply> {
  const profilePicture = `data:${type};base64,${bytes.toString("base64")}`;
  const body = { ...(await profileOf(nia)), profilePicture };
  return await client.ask("POST /users/profile", { token: nia.token, body });
}
