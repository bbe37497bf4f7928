import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ticketProblemIn } from "./tickets";
import { codeIn, formatOf, separators, type Separator } from "./ticketsFormat";

const codes = ["KQ7W2N9DX", "4M8ZT6PLC", "ZX81-QQ42-7", "9021 7745 1180", "7HJK20PQM"];
const file = (lines: string[]) => lines.join("\r\n");
const typedIn = (text: string) => formatOf(text).codes.map(({ typed }) => typed);

describe("a file of ticket codes", () => {
  test.each(["semicolon", "comma", "tab"] as const)("separated by a %s is read, however short it is", (separator) => {
    const sign = separators[separator];
    const lines = codes.map((code, index) => `${1001 + index}${sign}${code}`);
    const text = `${file([`Order${sign}Ticket code`, ...lines])}\r\n`;
    expect(formatOf(text)).toMatchObject({ separator, hasHeader: true, columns: 2, column: 1 });
    expect(typedIn(text)).toEqual(codes.slice(0, 3));
    expect(formatOf(file(lines))).toMatchObject({ separator, hasHeader: false, column: 1 });
  });

  test("with one column needs no question, with or without a header and a byte order mark", () => {
    expect(formatOf(file(codes))).toMatchObject({ separator: "none", hasHeader: false, columns: 1, column: 0 });
    expect(formatOf(`\ufeff${file(["ticket_code", ...codes])}`)).toMatchObject({ hasHeader: true, column: 0 });
    expect(typedIn(file(["TICKET-00017-X", ...codes]))).toContain("TICKET-00017-X");
  });

  test("may have separators inside quotes, and blank lines", () => {
    const text = file(["", "Name,Ticket code,E-mail", ...codes.map((code) => `"Kumar; Asha, Jr",${code},a@b.edu`)]);
    expect(formatOf(text)).toMatchObject({ separator: "comma", columns: 3, column: 1 });
  });

  test("without a clear column name is judged by its cells: names, addresses, times and running numbers are not codes", () => {
    const rows = Array.from(
      { length: 30 },
      (_, index) =>
        `Asha Kumari;asha${index}@college.edu;2026-11-23 18:${index + 10};${1_000_000_000 + index};K${(index * 7919) % 997}QWZ${index}XY;Weekend 2026`,
    );
    expect(formatOf(file(rows))).toMatchObject({ column: 4 });
    expect(formatOf(file(["Ticket;Ticket no;Code", "Day pass;1;KQ7W2N9DX"]))).toMatchObject({ column: 2 });
  });

  test("with several possible columns asks for one, and is read by the answer", () => {
    const text = file(["KQ7W2N9DX;4M8ZT6PLC", "7HJK20PQM;ZX81QQ427"]);
    expect(formatOf(text)).toMatchObject({ column: null, codes: [] });
    const format = formatOf(text, { column: 1, hasHeader: true });
    expect(format.codes).toEqual([{ typed: "ZX81QQ427", problem: null }]);
  });

  test("that begins with Excel's separator line is read by it, and the line is not a code", () => {
    const text = file(["sep=;", "Order;Ticket code", "1,5;KQ7W2N9DX", "2,5;4M8ZT6PLC"]);
    expect(formatOf(text)).toMatchObject({ separator: "semicolon", hasHeader: true, column: 1 });
    expect(typedIn(text)).toEqual(["KQ7W2N9DX", "4M8ZT6PLC"]);
    expect(formatOf(file(["sep=;", ...codes]))).toMatchObject({ hasHeader: false, column: 0 });
  });

  test("needs an answer whether its first line is a header, if that has neither digits nor a known name", () => {
    const text = file(["ASHA;KQWXNPDXQ", "RAVI;4M8ZT6PLC", "NIA;ZX81QQ427"]);
    expect(formatOf(text)).toMatchObject({ hasHeader: null, column: 1 });
    expect(formatOf(text, { hasHeader: false }).codes[0]).toEqual({ typed: "KQWXNPDXQ", problem: null });
    expect(formatOf(text, { hasHeader: true }).codes[0]?.typed).toBe("4M8ZT6PLC");
  });

  test("read with the wrong separator has no valid code", () => {
    const wrong = formatOf(file(["Order;Ticket code", "1;KQ7W2N9DX"]), { separator: "none", hasHeader: false });
    expect(wrong.codes.map(({ problem }) => problem)).toEqual(["separator", "separator"]);
  });

  test("has a code in a line with an extra empty cell, and none in a line with an extra filled one", () => {
    const format = formatOf(file(["Name,Ticket code", "Asha,KQ7W2N9DX"]));
    expect(codeIn(["Asha", "KQ7W2N9DX", ""], format)).toBe("KQ7W2N9DX");
    expect(ticketProblemIn(codeIn(["Kumari", "Alexandra1", "KQ7W2N9DX"], format))).toBe("separator");
  });
});

test("a cell that cannot be a code is refused with the reason", () => {
  const problems = ["=HYPERLINK(1)A", "+919876543210", "-KQ7W2N9DX", "@KQ7W2N9DX", "＝KQ7W2N9DX"].map(ticketProblemIn);
  expect(new Set(problems)).toEqual(new Set(["formula"]));
  expect(["KQ7W;2N9DX", "KQ7W,2N9DX", "KQ7W\t2N9DX"].map(ticketProblemIn)).toEqual(Array(3).fill("separator"));
  expect(["KQ7W\u00002N9DX", "KQ7W\u00852N9DX", "KQ7W\n2N9DX"].map(ticketProblemIn)).toEqual(Array(3).fill("signs"));
  expect([`${" ".repeat(300)}KQ7W2N9DX`, `K${" ".repeat(300)}7W2N9DX`, "K7".repeat(60)].map(ticketProblemIn)).toEqual([
    null,
    "long",
    "long",
  ]);
});

test("every file of a shop is read correctly, whatever its codes, separator and columns", () => {
  const code = fc.stringMatching(/^[A-Z0-9]{9,16}$/).filter((text) => /\d/.test(text) && /[A-Z]/.test(text));
  const rows = fc.uniqueArray(code, { minLength: 1, maxLength: 12 });
  const separator = fc.constantFrom<Separator>("semicolon", "comma", "tab");
  fc.assert(
    fc.property(rows, separator, fc.boolean(), fc.nat(2), (drawn, name, named, place) => {
      const line = (cell: string) => ["Asha", "Day pass"].toSpliced(place, 0, cell).join(separators[name]);
      const lines = drawn.map(line);
      const format = formatOf(file(named ? [line("Ticket code"), ...lines] : lines));
      expect(format).toMatchObject({ separator: name, hasHeader: named, column: place });
      expect(format.codes.map(({ typed }) => typed)).toEqual(drawn.slice(0, 3));
    }),
  );
});
