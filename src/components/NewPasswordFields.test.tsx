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

test("without a password the strength meter renders nothing", () => {
  expect(renderToStaticMarkup(<StrengthMeter password="" />)).toBe("");
});

test("the strength meter shows one step per criterion met, and names the missing ones", () => {
  expect(meter("a")).toEqual({
    steps: 1,
    lit: ["bg-bad"],
    words: "At least 8 characters • One uppercase letter • One number • One special character",
  });
  expect(meter("Str0ng!pass").steps).toBe(5);
  expect(meter("Str0ng!pass").words).toBe("");
});

test("the strength meter is red at one step, orange at two, yellow at three and green from four", () => {
  const colourOf = (password: string) => new Set(meter(password).lit);
  expect(colourOf("a")).toEqual(new Set(["bg-bad"]));
  expect(colourOf("aB")).toEqual(new Set(["bg-[#f0812b]"]));
  expect(colourOf("aB3")).toEqual(new Set(["bg-[#e0b400]"]));
  expect(colourOf("aB3!")).toEqual(new Set(["bg-good"]));
  expect(colourOf("aB3!aB3!")).toEqual(new Set(["bg-good"]));
});
