import { expect, test } from "vitest";
import { csvLine } from "./csv";

test("a cell with a comma, a quote or a line break is quoted, and other cells are unchanged", () => {
  expect(csvLine(["Asha", 'the "best", she says', "two\nlines", "", "99.00"])).toBe(
    'Asha,"the ""best"", she says","two\nlines",,99.00\r\n',
  );
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "\ufeff=1"])(
  "a cell that a spreadsheet would run, such as %j, is written as text",
  (formula) => {
    expect(csvLine([formula]).replace(/^"/, "")).toMatch(/^'/);
  },
);

test.each(["Asha;=1+1", "Asha; @SUM(A1)", "\uff1d1+1", "\uff0b1"])(
  "a part of a cell that a spreadsheet in another language would run, such as %j, is written as text",
  (formula) => {
    expect(csvLine([formula])).toMatch(/(?:^|;)'/);
  },
);
