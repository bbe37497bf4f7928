import { expect } from "vitest";
import { photo } from "../pictures";
import { testRoutes, expectRefusal, text } from "./conformance";
import { apply, decide, join, profileOf, signUp } from "./people";

const missing = "Please fill all fields and upload a profile picture";
const textFields = ["name", "bio", "gender", "phoneNumber", "instagramHandle", "drinking", "smoking", "hobbies"];

testRoutes("profiles", [
  {
    route: "GET /users/me",
    works: async ({ client, asha, nina }) => {
      const { body } = await client.send("GET /users/me", { token: asha.token });
      expect(body).toMatchObject({
        ...{ _id: asha.id, id: asha.id, name: asha.name, email: asha.email },
        ...{ phoneNumber: asha.phone, phone: asha.phone, instagramHandle: asha.handle },
        ...{ age: 21, gender: "female", drinking: "Socially", smoking: "Never" },
        ...{ isPremium: false, isVIP: false, premiumPurchasedAt: null, vipPurchasedAt: null },
        ...{ profileCompleted: true, moderationStatus: "approved", hobbies: ["Music 🎵", "Dancing 💃"] },
      });
      expect(body.photoURL).toBe(body.profilePicture);
      expect(new Date(body.swipesResetAt as string).getTime()).toBeGreaterThan(Date.now());
      const picture = await fetch(body.photoURL as string);
      expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/webp"]);
      const newcomer = await client.send("GET /users/me", { token: nina.token });
      expect(newcomer.body).toMatchObject({ photoURL: null, age: null, name: "", profileCompleted: false });
    },
  },
  {
    route: "POST /users/profile",
    sender: "nina",
    body: ({ nina }) => profileOf(nina),
    fields: {
      ...Object.fromEntries(textFields.map((name) => [name, text(missing)])),
      age: { wrong: "22", message: "Age must be between 18 and 30", missingMessage: missing },
      profilePicture: {
        wrong: "https://example.org/me.jpg",
        message: "Please upload an image file",
        missingMessage: missing,
      },
    },
    works: async ({ client }) => {
      const pia = await apply(client, "Pia", 4);
      const before = await client.send("GET /users/me", { token: pia.token });
      const resent = await client.send("POST /users/profile", { token: pia.token, body: before.body });
      expect(resent.body, "the response sent back changes nothing").toEqual(before.body);

      const lena = await join(client, "Lena", "female");
      const save = async (body: object) => (await client.send("POST /users/profile", { token: lena.token, body })).body;
      expect(await save({ course: "Physics" })).toMatchObject({ name: lena.name, changeWaiting: false });
      const bio = "Back row now. Better view.";
      expect(await save({ bio }), "what others see waits for a moderator").toMatchObject({ changeWaiting: true });
      expect(await save({ year: "2" })).toMatchObject({ changeWaiting: true, year: "2" });
      await decide(client, lena, { approved: true });
      const { body } = await client.send("GET /users/me", { token: lena.token });
      expect(body).toMatchObject({ bio, course: "Physics", year: "2", changeWaiting: false });
    },
  },
  {
    route: "POST /users/profile/image",
    works: async ({ client }) => {
      const nia = await signUp(client, "Nia");
      const send = async (n: number, slot?: string) => {
        const form = new FormData();
        form.append("image", new File([new Uint8Array(await photo(n))], "me.jpg", { type: "image/jpeg" }));
        if (slot !== undefined) form.append("place", slot);
        return await client.send("POST /users/profile/image", { token: nia.token, form });
      };
      const me = async () => (await client.send("GET /users/me", { token: nia.token })).body;
      const { body: first } = await send(2);
      expect(first.photoURL).toBe(first.profilePicture);
      const { profilePicture: _, ...fields } = await profileOf(nia);
      const { body } = await client.send("POST /users/profile", { token: nia.token, body: fields });
      expect(body.photoURL, "the picture uploaded before").toBe(first.photoURL);
      const more = [await send(2, "last"), await send(3, "last")].map(({ body: { photoId } }) => photoId);
      const ids = ((await me()).photos as { photoId: string }[]).map(({ photoId }) => photoId);
      expect([ids.length, ids.slice(1)], "added while the profile waits").toEqual([3, more]);
      expectRefusal(await send(4, "last"), 400, "BAD_INPUT", "You can have up to 3 photos");

      await decide(client, nia, { approved: true });
      await send(5);
      expect(await me(), "the new one waits, the old one shows").toMatchObject({
        changeWaiting: true,
        photoURL: first.photoURL,
      });
    },
  },
]);
