import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { StrengthMeter } from "./NewPasswordFields";

function meter(password: string) {
  const html = renderToStaticMarkup(<StrengthMeter password={password} />);
  return {
    steps: Number(/aria-valuenow="(\d)"/.exec(html)?.[1] ?? Number.NaN),
    lit: html.match(/bg-(?!line)[^ "]+/g) ?? [],
    words: /<p[^>]*>(.*?)<\/p>/.exec(html)?.[1] ?? "",
  };
}

test("nothing typed, nothing said", () => {
  expect(renderToStaticMarkup(<StrengthMeter password="" />)).toBe("");
});

test("a step for each of the five criteria, and the missing ones in words", () => {
  expect(meter("a")).toEqual({
    steps: 1,
    lit: ["bg-bad"],
    words: "At least 8 characters • One uppercase letter • One number • One special character",
  });
  expect(meter("Str0ng!pass").steps).toBe(5);
  expect(meter("Str0ng!pass").words).toBe("");
});

test("red below two, orange at two, yellow at three, green from four", () => {
  const colourOf = (password: string) => new Set(meter(password).lit);
  expect(colourOf("a")).toEqual(new Set(["bg-bad"]));
  expect(colourOf("aB")).toEqual(new Set(["bg-[#f0812b]"]));
  expect(colourOf("aB3")).toEqual(new Set(["bg-[#e0b400]"]));
  expect(colourOf("aB3!")).toEqual(new Set(["bg-good"]));
  expect(colourOf("aB3!aB3!")).toEqual(new Set(["bg-good"]));
});
