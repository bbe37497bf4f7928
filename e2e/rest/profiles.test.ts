/** Oneself over REST. */
import { expect } from "vitest";
import { end, imageForm, refuses, same, text } from "./cases";
import { conforms } from "./conformance";
import { join, profileOf, signUp, waitingId } from "./people";

conforms(
  "profiles",
  ["pia", "newcomer"],
  [
    {
      route: "GET /users/me",
      may: "user",
      right: async ({ client, asha }) => {
        const { body } = await client.ask("GET /users/me", { token: asha.token });
        expect(body).toMatchObject({
          ...{
            _id: asha.id,
            id: asha.id,
            name: asha.name,
            email: asha.email,
            phoneNumber: asha.phone,
            phone: asha.phone,
          },
          ...{ age: 22, gender: "female", instagramHandle: asha.handle, drinking: "Socially", smoking: "Never" },
          ...{ isPremium: false, isVIP: false, premiumPurchasedAt: null, vipPurchasedAt: null },
          ...{ profileCompleted: true, moderationStatus: "approved", hobbies: ["Music 🎵", "Dancing 💃"] },
        });
        expect(body.photoURL).toBe(body.profilePicture);
        expect(new Date(body.swipesResetAt as string).getTime()).toBeGreaterThan(Date.now());
        const picture = await fetch(body.photoURL as string);
        expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/webp"]);
      },
      otherPerson: async ({ client, pia, newcomer }) => {
        const waiting = await client.ask("GET /users/me", { token: pia.token });
        expect(waiting.body).toMatchObject({ _id: pia.id, moderationStatus: "pending", profileCompleted: true });
        const fresh = await client.ask("GET /users/me", { token: newcomer.token });
        expect(fresh.body).toMatchObject({ photoURL: null, age: null, name: "", profileCompleted: false });
      },
      again: same("GET /users/me", ({ asha }) => asha.token),
    },
    {
      route: "POST /users/profile",
      may: "user",
      sender: ({ newcomer }) => newcomer.token,
      body: ({ newcomer }) => profileOf(newcomer, "female"),
      fields: {
        ...Object.fromEntries(
          ["name", "bio", "gender", "phoneNumber", "instagramHandle", "drinking", "smoking", "hobbies"].map((name) => [
            name,
            text("Please fill all fields and upload a profile picture"),
          ]),
        ),
        age: {
          wrong: "22",
          says: "Age must be between 18 and 30",
          saysMissing: "Please fill all fields and upload a profile picture",
        },
        profilePicture: {
          wrong: "https://example.org/me.jpg",
          says: "Please upload an image file",
          saysMissing: "Please fill all fields and upload a profile picture",
        },
      },
      right: async ({ client, moderator }) => {
        const lena = await join(client, moderator, "Lena", "female");
        const reply = await client.ask("POST /users/profile", { token: lena.token, body: { course: "Physics" } });
        expect(reply.body).toMatchObject({ name: lena.name, course: "Physics", changeWaiting: false });
        const bio = "Back row now. Better view.";
        const changed = await client.ask("POST /users/profile", { token: lena.token, body: { bio } });
        expect(changed.body, "what others see waits for a moderator").toMatchObject({ changeWaiting: true });
        const next = await client.ask("POST /users/profile", { token: lena.token, body: { year: "2" } });
        expect(next.body, "a change of something else does not take it back").toMatchObject({
          changeWaiting: true,
          year: "2",
        });
        const id = await waitingId(client, moderator, lena.name);
        await client.ask(`POST /moderator/process-profile/${id}`, { token: moderator, body: { approved: true } });
        const { body } = await client.ask("GET /users/me", { token: lena.token });
        expect(body).toMatchObject({ bio, course: "Physics", year: "2", changeWaiting: false });
        await end(client, lena);
      },
      otherPerson: async ({ client, asha, newcomer }) => {
        const { body } = await client.ask("GET /users/me", { token: asha.token });
        const stolen = { ...(await profileOf(newcomer, "female")), profilePicture: body.photoURL };
        const reply = await client.ask("POST /users/profile", { token: newcomer.token, body: stolen });
        refuses(reply, 415, "PHOTO_TYPE", "Please upload an image file");
      },
      again: async ({ client, pia }) => {
        const once = await client.ask("GET /users/me", { token: pia.token });
        const reply = await client.ask("POST /users/profile", { token: pia.token, body: once.body });
        expect(reply.status, reply.text).toBe(200);
        expect(reply.body).toEqual(once.body);
      },
    },
    {
      route: "POST /users/profile/image",
      may: "user",
      missing: async ({ client, newcomer }) => {
        const reply = await client.ask("POST /users/profile/image", { token: newcomer.token, form: new FormData() });
        refuses(reply, 400, "BAD_INPUT", "Please upload an image file");
      },
      spoilt: async ({ client, newcomer }) => {
        const form = new FormData();
        form.append("image", new File(["%PDF-1.7"], "me.jpg", { type: "image/jpeg" }));
        const reply = await client.ask("POST /users/profile/image", { token: newcomer.token, form });
        refuses(reply, 415, "PHOTO_TYPE", "Please upload an image file");
      },
      right: async ({ client, moderator }) => {
        const nia = await signUp(client, "Nia");
        const first = await client.ask("POST /users/profile/image", { token: nia.token, form: await imageForm(2) });
        expect(first.body.photoURL).toBe(first.body.profilePicture);
        const { profilePicture: _, ...fields } = await profileOf(nia, "female");
        const { body } = await client.ask("POST /users/profile", { token: nia.token, body: fields });
        expect(body.photoURL, "the picture uploaded before").toBe(first.body.photoURL);
        await client.ask(`POST /moderator/process-profile/${await waitingId(client, moderator, nia.name)}`, {
          token: moderator,
          body: { approved: true },
        });
        const second = await client.ask("POST /users/profile/image", { token: nia.token, form: await imageForm(3) });
        const { body: me } = await client.ask("POST /users/profile", {
          token: nia.token,
          body: { ...fields, year: "3" },
        });
        expect(me, "the new one waits, the old one shows").toMatchObject({
          changeWaiting: true,
          photoURL: first.body.photoURL,
        });
        const { list } = await client.ask("GET /moderator/pending-profiles", { token: moderator });
        expect(list.find(({ name }) => name === nia.name)).toMatchObject({ photoURL: second.body.photoURL });
        await end(client, nia);

        const pia = await signUp(client, "Pia");
        const send = async (n: number) => {
          const form = await imageForm(n);
          form.append("place", "last");
          return await client.ask("POST /users/profile/image", { token: pia.token, form });
        };
        await client.ask("POST /users/profile", { token: pia.token, body: await profileOf(pia, "female") });
        const more = [await send(2), await send(3)].map(({ body: { photoId } }) => photoId);
        const { body: waits } = await client.ask("GET /users/me", { token: pia.token });
        const ids = (waits.photos as { photoId: string }[]).map(({ photoId }) => photoId);
        expect([ids.length, ids.slice(1)], "added while the profile waits").toEqual([3, more]);
        refuses(await send(4), 400, "BAD_INPUT", "You can have up to 3 photos");
        await end(client, pia);
      },
      otherPerson: async ({ client, moderator }) => {
        const reply = await client.ask("POST /users/profile/image", { token: moderator, form: await imageForm(1) });
        refuses(reply, 403, "FORBIDDEN", /attendee/);
      },
      again: async ({ client, newcomer }) => {
        const asking = async () => ({ token: newcomer.token, form: await imageForm(4) });
        const first = await client.ask("POST /users/profile/image", await asking());
        const second = await client.ask("POST /users/profile/image", await asking());
        expect([first.status, second.status]).toEqual([200, 200]);
        expect(second.body.photoURL).not.toBe(first.body.photoURL);
      },
    },
  ],
);
