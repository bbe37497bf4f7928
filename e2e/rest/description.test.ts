/** The description is correct and complete. */
import { existsSync } from "node:fs";
import path from "node:path";
import { expect, inject, test } from "vitest";
import { Client } from "./client";
import { documented } from "./documented";

const client = await Client.of(inject("ready"));

test("the description lists exactly the documented routes, and each of them exists", async () => {
  const described = Object.entries(client.description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.sort()).toEqual(Object.values(documented).flat().sort());
  for (const [path, methods] of Object.entries(client.description.paths)) {
    for (const [method, { security }] of Object.entries(methods)) {
      const route = `${method.toUpperCase()} ${path.replace(/\{\w+\}/, "abc")}`;
      const { status } = await client.send(route);
      if (security.length > 0) expect(status, route).toBe(401);
      else expect([401, 404, 405].includes(status) && !route.endsWith("/webhook"), `${route}: ${status}`).toBe(false);
    }
  }
});

test("the description is OpenAPI 3.1: unique names, no dangling reference, declared parameters and tokens", () => {
  const { description, base } = client;
  expect(description).toMatchObject({ openapi: "3.1.0", servers: [{ url: base }] });
  const names = new Set<string>();
  for (const [path, methods] of Object.entries(description.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      names.add((operation as unknown as { operationId: string }).operationId);
      const braces = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const { parameters = [] } = operation as unknown as {
        parameters?: { name: string; in: string; required: boolean }[];
      };
      expect(parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name)).toEqual(braces);
      expect(parameters.filter((parameter) => parameter.required).length).toBe(braces.length);
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

test("the description lists the fields of a body, and which are required", () => {
  const { description } = client;
  const fieldsOf = (path: string, method = "post") => {
    const content = Object.values(description.paths[path]?.[method]?.requestBody?.content ?? {})[0];
    return [Object.keys(content?.schema.properties ?? {}), content?.schema.required ?? []];
  };
  expect(fieldsOf("/auth/verify-otp")).toEqual([
    ["email", "otp", "password", "ticket"],
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

test("a client that has the description, or its page, gets 304 until it changes", async () => {
  for (const route of ["GET /openapi.json", "GET /docs"]) {
    const first = await client.send(route);
    const tag = first.headers.get("etag") ?? "";
    expect([first.status, tag], route).toEqual([200, expect.stringMatching(/^"\S+"$/)]);
    const again = await client.send(route, { headers: { "if-none-match": tag } });
    expect([again.status, again.text, again.headers.get("etag")], route).toEqual([304, "", tag]);
    expect((await client.send(route, { headers: { "if-none-match": '"another"' } })).text).toBe(first.text);
  }
});

test("the description and its page say what to do with a puzzle", async () => {
  const { info, paths } = client.description as unknown as {
    info: { description: string };
    paths: Record<string, { post?: { responses: Record<number, { description: string }> } }>;
  };
  const docs = await (await fetch(`${client.base}/docs`)).text();
  for (const text of [info.description, paths["/auth/send-otp"]?.post?.responses[429]?.description, docs]) {
    expect(text).toContain("x-proof");
  }
});

test("every group of documented routes has its test file", () => {
  for (const word of Object.keys(documented)) {
    expect(existsSync(path.join(import.meta.dirname, `${word}.test.ts`)), word).toBe(true);
  }
});
