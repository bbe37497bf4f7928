import type { FunctionReturnType } from "convex/server";
import * as z from "zod";
import { api, internal } from "../_generated/api";
import { fail } from "../shared/errors";
import { checked, profileForm } from "../shared/forms";
import { limits } from "../shared/limits";
import * as bodies from "./bodies";
import { forUser, type Call, type Endpoint } from "./endpoint";
import { tooLargePhoto } from "./request";
import { asUser, image, user } from "./shapes";

type Me = FunctionReturnType<typeof api.profiles.me>;
type Change = z.output<typeof bodies.profileChange>;

export const me: Endpoint = forUser.returns(user, {
  summary: "The signed-in person, with any status.",
  fallback: "Failed to get user data",
  run: async ({ client }) => asUser(await client.query(api.profiles.me, {})),
});

export const saveProfile: Endpoint = forUser.returns(user, {
  summary:
    "Submits the first profile, with all fields and a picture. Later it changes only the fields sent. What others see changes once a moderator approves it.",
  takes: z.looseObject({}),
  described: bodies.profileChange,
  size: "dataUrl",
  fallback: "Failed to update profile",
  run: async (call) => {
    const current = await call.client.query(api.profiles.me, {});
    if (current.profileCompleted) await change(call, current, checked(bodies.profileChange, call.body));
    else await create(call, current);
    return asUser(await call.client.query(api.profiles.me, {}));
  },
});

export const saveImage: Endpoint = forUser.returns(image, {
  summary:
    "Uploads a picture for the existing profile, where it waits for a moderator, or for the first profile to be submitted.",
  takes: bodies.profileImage,
  form: true,
  size: "upload",
  fallback: "Error uploading image. Please try again.",
  run: async (call) => {
    const { image: file, place } = call.body;
    const { photoURL, ...photo } = await call.client.action(api.profiles.uploadPhoto, {
      image: await file.arrayBuffer(),
      contentType: file.type,
    });
    const current = await call.client.query(api.profiles.me, {});
    if (current.profileCompleted && place === "last") await append(call, current, photo.photoId);
    else if (current.profileCompleted) await change(call, current, {}, photo.photoId);
    return { ...photo, photoURL, profilePicture: photoURL };
  },
});

async function create(call: Call<unknown>, current: Me): Promise<void> {
  const { profilePicture, profileCompleted: _, ...form } = checked(bodies.newProfile, call.body);
  const photoId = profilePicture
    ? await upload(call, profilePicture)
    : await call.ctx.runQuery(internal.profiles.unshownPhoto, { userId: current._id });
  const photoIds = form.photoIds ?? (photoId === null ? undefined : [photoId]);
  const profile = checked(profileForm, { ...form, photoIds });
  await call.client.mutation(api.profiles.create, { profile });
}

async function change(
  call: Call<unknown>,
  current: Me,
  { profilePicture, profileCompleted: _, ...form }: Change,
  uploaded?: string,
): Promise<void> {
  const isNew = profilePicture && profilePicture !== current.photoURL;
  const photoId = isNew ? await upload(call, profilePicture) : uploaded;
  await call.client.mutation(api.profiles.update, { profile: { ...form, photoId } });
}

/** Adds a picture after the profile's pictures, or after those of its waiting change. */
async function append({ client }: Call<unknown>, current: Me, photoId: string): Promise<void> {
  const { photos } = (await client.query(api.profiles.waiting, {})) ?? current;
  const photoIds = [...photos.map((photo) => photo.photoId), photoId];
  await client.mutation(api.profiles.update, { profile: { photoIds } });
}

async function upload({ client }: Call<unknown>, dataUrl: string): Promise<string> {
  const comma = dataUrl.indexOf(",");
  const contentType = /^data:([\w/+.-]+);base64$/i.exec(dataUrl.slice(0, comma))?.[1];
  if (contentType === undefined) fail("PHOTO_TYPE", "Please upload an image file");
  const { photoId } = await client.action(api.profiles.uploadPhoto, {
    image: bytesOf(dataUrl.slice(comma + 1)),
    contentType,
  });
  return photoId;
}

function bytesOf(base64: string): ArrayBuffer {
  if ((base64.length * 3) / 4 > limits.photoMaxBytes + 2) fail("PHOTO_TOO_LARGE", tooLargePhoto);
  try {
    const text = atob(base64);
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    return bytes.buffer;
  } catch {
    fail("BAD_INPUT", "Error processing image. Please try again.");
  }
}
