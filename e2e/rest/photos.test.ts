/** Pictures over REST, as a form and as a data URL: sizes, types and metadata. */
import sharp from "sharp";
import { beforeAll, expect, inject, test } from "vitest";
import { photo } from "../pictures";
import { Client, type Reply } from "./client";
import { expectRefusal } from "./conformance";
import { profileOf, signUp, type Person } from "./people";

const limit = 3 * 1024 * 1024;

let client: Client;
let nia: Omit<Person, "id">;

beforeAll(async () => {
  client = await Client.of(inject("ready"));
  nia = await signUp(client, "Nia");
});

for (const encoding of ["form", "data URL"] as const) {
  const send = (bytes: Buffer, type: string) => (encoding === "form" ? asForm(bytes, type) : asDataUrl(bytes, type));

  test(`a picture sent as a ${encoding} is encoded again, without its metadata`, async () => {
    const secret = "28.6139N 77.2090E";
    const picture = sharp(await photo(5)).withExif({ IFD0: { Copyright: secret } });
    const bytes = await picture.png().toBuffer();
    expect(bytes.includes(secret), "the secret was there").toBe(true);
    const { status, body, text } = await send(bytes, "image/png");
    expect(status, text).toBe(200);
    const shown = await fetch(body.photoURL as string);
    const headers = ["content-type", "x-content-type-options"].map((name) => shown.headers.get(name));
    expect(headers).toEqual(["image/webp", "nosniff"]);
    expect(Buffer.from(await shown.arrayBuffer()).includes(secret)).toBe(false);
  });

  test(`a photo of three megabytes sent as a ${encoding} is too large`, async () => {
    const large = Buffer.concat([await photo(1), Buffer.alloc(limit)]).subarray(0, limit);
    expectRefusal(await send(large, "image/jpeg"), 413, "PHOTO_TOO_LARGE", "Image size should be less than 3MB");
    const justUnder = await send(large.subarray(0, limit - 1), "image/jpeg");
    expect(justUnder.status, justUnder.text).toBe(200);
  });

  test(`a file sent as a ${encoding} that is not a picture is refused, whatever its declared type`, async () => {
    const invalidFiles: [Buffer, string][] = [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), "image/png"],
      [await photo(1), "text/html"],
      [Buffer.alloc(0), "image/jpeg"],
    ];
    for (const [bytes, type] of invalidFiles) {
      expectRefusal(await send(bytes, type), 415, "PHOTO_TYPE", "Please upload an image file");
    }
  });
}

test("a form without the field, with text in the field, or with a malformed body is refused", async () => {
  const sendForm = (form: FormData) => client.send("POST /users/profile/image", { token: nia.token, form });
  const wrongFieldForm = new FormData();
  wrongFieldForm.append("picture", new File(["x"], "me.jpg", { type: "image/jpeg" }));
  const textForm = new FormData();
  textForm.append("image", "me.jpg");
  for (const form of [new FormData(), wrongFieldForm, textForm]) {
    expectRefusal(await sendForm(form), 400, "BAD_INPUT", "Please upload an image file");
  }
  for (const type of ["multipart/form-data; boundary=x", "multipart/form-data"]) {
    const request = { token: nia.token, body: "--x\r\nnonsense", headers: { "content-type": type } };
    const reply = await client.send("POST /users/profile/image", request);
    expectRefusal(reply, 400, "BAD_INPUT", "Please upload an image file");
  }
  const json = { token: nia.token, body: { image: "me.jpg" } };
  const untyped = await client.send("POST /users/profile/image", json);
  expectRefusal(untyped, 415, "WRONG_TYPE", "The body must be multipart/form-data.");
  const largeForm = new FormData();
  largeForm.append("more", "x".repeat(limit + 100_000));
  expectRefusal(await sendForm(largeForm), 413, "PHOTO_TOO_LARGE", "Image size should be less than 3MB");
});

function asForm(bytes: Buffer, type: string): Promise<Reply> {
  const form = new FormData();
  form.append("image", new File([new Uint8Array(bytes)], "me", { type }));
  return client.send("POST /users/profile/image", { token: nia.token, form });
}

/** Sends a profile with this picture. */
async function asDataUrl(bytes: Buffer, type: string): Promise<Reply> {
  const profilePicture = `data:${type};base64,${bytes.toString("base64")}`;
  const body = { ...(await profileOf(nia)), profilePicture };
  return await client.send("POST /users/profile", { token: nia.token, body });
}
