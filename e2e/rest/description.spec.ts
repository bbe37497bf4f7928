/** The description and its page: true, whole, and without anything from elsewhere. */
import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "../fixtures";
import { Client } from "./client";

/** The documented table. */
const documented = `
POST /auth/send-otp, POST /auth/verify-otp, POST /auth/login, POST /auth/reset-password, POST /auth/reset-password/{token},
GET /users/me, POST /users/profile, POST /users/profile/image, GET /users/swipe, POST /users/swipe, GET /users/matches,
GET /users/pending-likes, POST /users/respond-to-like, POST /users/unmatch, POST /users/report, DELETE /users/delete-account,
POST /payments/create-order, POST /payments/verify, POST /payments/webhook, POST /moderator/login,
GET /moderator/pending-profiles, GET /moderator/stats, POST /moderator/process-profile/{id}, POST /contact`;

test("the description holds exactly the documented routes, and each of them is there", async ({ ready }) => {
  const client = await Client.of(ready);
  const described = Object.entries(client.description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.sort()).toEqual(
    documented
      .split(",")
      .map((route) => route.trim())
      .sort(),
  );
  for (const route of described) {
    const { status } = await client.ask(route.replace(/\{\w+\}/, "abc"));
    expect([404, 405], route).not.toContain(status);
  }
});

test("it is OpenAPI 3.1: unique names, no dangling reference, parameters and tokens declared", async ({ ready }) => {
  const { description, base } = await Client.of(ready);
  expect(description).toMatchObject({ openapi: "3.1.0", servers: [{ url: base }] });
  const names = new Set<string>();
  for (const [path, methods] of Object.entries(description.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      names.add((operation as unknown as { operationId: string }).operationId);
      const braces = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const { parameters = [] } = operation as unknown as {
        parameters?: { name: string; in: string; required: boolean }[];
      };
      expect(parameters.map(({ name }) => name)).toEqual(braces);
      expect(operation.summary.length, `${method} ${path}`).toBeGreaterThan(5);
      expect(operation.responses[200], `${method} ${path}`).toBeDefined();
      const isOpen = ["anyone", "provider"].includes(operation["x-callers"]);
      expect(operation.security).toEqual(isOpen ? [] : [{ token: [] }]);
    }
  }
  expect(names.size).toBe(Object.values(description.paths).flatMap((methods) => Object.keys(methods)).length);
  for (const [, name = ""] of JSON.stringify(description).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)) {
    expect(description.components.schemas).toHaveProperty(name);
  }
});

test("bodies are described with the fields that are asked for", async ({ ready }) => {
  const { description } = await Client.of(ready);
  const fieldsOf = (path: string, method = "post") => {
    const content = Object.values(description.paths[path]?.[method]?.requestBody?.content ?? {})[0];
    return [Object.keys(content?.schema.properties ?? {}), content?.schema.required ?? []];
  };
  expect(fieldsOf("/auth/verify-otp")).toEqual([
    ["email", "otp", "password"],
    ["email", "otp", "password"],
  ]);
  expect(fieldsOf("/users/swipe")).toEqual([
    ["profileId", "liked"],
    ["profileId", "liked"],
  ]);
  expect(fieldsOf("/users/delete-account", "delete")[1]).toEqual(["verificationText"]);
  expect(fieldsOf("/contact")[1]).toEqual(["name", "email", "subject", "message"]);
  const [profile] = fieldsOf("/users/profile");
  for (const name of [
    "name",
    "age",
    "bio",
    "gender",
    "phoneNumber",
    "instagramHandle",
    "drinking",
    "smoking",
    "hobbies",
    "profilePicture",
  ]) {
    expect(profile).toContain(name);
  }
  expect(Object.keys(description.paths["/users/profile/image"]?.post?.requestBody?.content ?? {})).toEqual([
    "multipart/form-data",
  ]);
});

for (const scheme of ["light", "dark"] as const) {
  test(`the page for people shows every route, asks for nothing else and is readable (${scheme})`, async ({
    page,
    ready,
  }) => {
    const { base, description } = await Client.of(ready);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto(`${base}/docs`);
    for (const path of Object.keys(description.paths)) {
      await expect(page.getByText(path, { exact: true }).first()).toBeVisible();
    }
    await page.getByText("/users/respond-to-like").click();
    await expect(page.getByRole("rowheader", { name: "accepted" })).toBeVisible();
    const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(paper, "its style was let through").toBe(scheme === "dark" ? "rgb(23, 18, 27)" : "rgb(251, 248, 243)");
    expect(asked.filter((address) => !address.endsWith("favicon.ico"))).toEqual([`${base}/docs`]);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
    for (const width of [320, 390, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBeLessThanOrEqual(width);
    }
  });
}
