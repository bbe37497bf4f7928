import type { FunctionReturnType } from "convex/server";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { api } from "../../../../convex/_generated/api";
import { refusal } from "../../../testing/fakeDeployment";
import { field, type } from "../../../testing/forms";
import { deployment, press, showToOrganiser } from "../../../testing/page";

type Rules = FunctionReturnType<typeof api.tickets.rules>;
type Batch = FunctionReturnType<typeof api.tickets.add>;

const upload = page.getByRole("button", { name: "Upload" });
const codesOf = (count: number) => Array.from({ length: count }, (_, index) => `TICKET${(index * 7919) % 99991}XYZ`);

const noRules: Rules = { domains: [], domainsMark: false, domainsOnly: false, codes: "off", version: 0 };

function showTickets(rules: Partial<Rules> = {}) {
  deployment.answer(api.tickets.rules, { ...noRules, ...rules });
  deployment.answer(api.tickets.counts, { uploaded: 12_000, claimed: 3_400, arrived: 1_250 });
  showToOrganiser("/organiser/tickets");
}

/** Accepts every code as new, except those named. */
function takeCodes(bad: (codes: string[]) => Batch["bad"] = () => []) {
  deployment.answer(api.tickets.add, ({ codes }) => {
    const wrong = bad(codes);
    return { added: codes.length - wrong.length, present: 0, repeated: 0, bad: wrong };
  });
}

/** Chooses a file made inside the page, because sending a large one to it is slow. */
async function choose(content: BlobPart[], name = "codes.csv") {
  await expect.element(field("CSV file")).toBeVisible();
  const chosen = new DataTransfer();
  chosen.items.add(new File(content, name, { type: "text/csv" }));
  const input = field("CSV file").element() as HTMLInputElement;
  input.files = chosen.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

const sent = () => deployment.calls(api.tickets.add).flatMap(({ codes }) => codes);

const answer = (name: string) => page.getByRole("radio", { name });
const follows = page.getByRole("list", { name: "Once this is saved" });
const saved = () => deployment.calls(api.tickets.saveSettings).at(-1)?.rules;

test("the form refuses a word that is not a domain, domains without any, and ticket holders without any codes", async () => {
  showTickets();
  deployment.answer(api.tickets.counts, { uploaded: 0, claimed: 0, arrived: 0 });
  const noCodes = page.getByText("Upload codes first. Without codes, no one can sign up.");
  await answer("Ticket holders").click();
  await expect.element(noCodes).toBeVisible();
  await press("Save");
  await answer("Anyone").click();
  await expect.element(noCodes).not.toBeInTheDocument();
  await type({ "E-mail domains": "college" });
  await press("Save");
  await expect.element(page.getByText("“college” is not a domain. Write it like college.edu.")).toBeVisible();
  await type({ "E-mail domains": "" });
  await answer("These e-mail domains").click();
  await press("Save");
  await expect.element(page.getByText("Enter a domain first, such as college.edu.")).toBeVisible();
  expect(deployment.calls(api.tickets.saveSettings)).toEqual([]);
});

test("'Who may come?' shows what follows for sign-ups and the mark before it is saved", async () => {
  showTickets();
  deployment.answer(api.tickets.saveSettings, null);
  await expect.element(page.getByText("12,000")).toBeVisible();
  const door = page.getByRole("link", { name: "Check tickets at the door" });
  await expect.element(door).toHaveAttribute("href", "/organiser/door");
  await expect.element(page.getByText(/^Members are not asked for these codes yet/)).toBeVisible();
  // The note describes the stored rules, the list the rules in the form.
  await expect.element(page.getByText("Once this is saved:")).toBeVisible();
  await expect.element(follows).toHaveTextContent(/Members can add their ticket code/);
  await type({ "E-mail domains": "@College.edu, student.college.edu" });
  await answer("These e-mail domains").click();
  await expect.element(follows).toHaveTextContent(/Only people with an address at these domains can sign up\./);
  await expect.element(follows).toHaveTextContent(/an address, or with a ticket, are shown as/);
  await press("Save");
  await expect.element(page.getByText("Saved", { exact: true })).toBeVisible();
  const domains = ["college.edu", "student.college.edu"];
  expect(saved()).toEqual({ domains, domainsMark: true, domainsOnly: true, codes: "optional" });

  await answer("Ticket holders").click();
  await press("Save");
  await expect.poll(saved).toEqual({ domains, domainsMark: true, domainsOnly: false, codes: "required" });
});

test("text typed while a save is on its way stays in the form", async () => {
  showTickets();
  const answered = deployment.hold(api.tickets.saveSettings);
  await type({ "E-mail domains": "college.edu" });
  await press("Save");
  await expect.poll(() => deployment.calls(api.tickets.saveSettings)).toHaveLength(1);
  await type({ "E-mail domains": "college.edu, school.edu" });
  answered.answer(null);
  await expect.element(page.getByText("Saved", { exact: true })).toBeVisible();
  await expect.element(field("E-mail domains")).toHaveValue("college.edu, school.edu");
});

test("saving an unchanged answer keeps the other stored rules", async () => {
  const storedRules = { domains: ["college.edu"], domainsMark: false, domainsOnly: true, codes: "required" } as const;
  showTickets({ ...storedRules, domains: [...storedRules.domains] });
  deployment.answer(api.tickets.saveSettings, null);
  await expect.element(answer("Ticket holders")).toBeChecked();
  await expect.element(follows).toHaveTextContent(/these domains can sign up\.Only people with an unused ticket code/);
  await press("Save");
  await expect.poll(saved).toEqual(storedRules);
});

test("an upload sends the column with the codes in batches, and names bad lines by their number", async () => {
  showTickets();
  takeCodes((codes) => codes.flatMap((code, index) => (code === "8" ? [{ index, problem: "short" }] : [])));
  const rows = codesOf(1_200).map((code, index) => `"Person, ${index}",${code}`);
  rows.splice(2, 0, '"Two\nlines",8', "", ",");
  await choose([["Name,Ticket code", ...rows, rows[0]].join("\r\n")]);
  await type({ "What these tickets are called": "Day pass" });
  await press("Upload");
  await expect.element(page.getByText("All codes are stored, except the lines below.")).toBeVisible();
  await expect.element(page.getByText("1,200 new · 1 twice in the file · 1 bad line")).toBeVisible();
  await expect.element(page.getByText(/^Line 4 is easy to guess/)).toBeVisible();
  expect(deployment.calls(api.tickets.add).map(({ codes, label }) => [codes.length <= 500, label])).toEqual(
    Array.from({ length: 3 }, () => [true, "Day pass"]),
  );
});

test("a stopped upload resumes where it was, and sends no code twice", async () => {
  showTickets();
  const codes = codesOf(20_000);
  let release = () => {};
  deployment.answer(api.tickets.add, async ({ codes: batch }) => {
    if (sent().length >= 6_000 && sent().length < 6_500) await new Promise<void>((go) => (release = go));
    return { added: batch.length, present: 0, repeated: 0, bad: [] };
  });
  await choose([codes.join("\n")]);
  await press("Upload");
  await expect.poll(() => sent().length).toBe(6_000);
  await press("Stop");
  await expect.element(page.getByText(/^Stopped\./)).toBeVisible();
  release();
  await press("Resume");
  await expect.element(page.getByText("All codes are stored.")).toBeVisible();
  await expect.element(page.getByText("20,000 codes sent")).toBeVisible();
  expect(sent()).toEqual(codes);
});

test("an upload that fails in a later batch shows the reason, keeps the count, and sends only the rest when resumed", async () => {
  showTickets();
  const [codes, stored] = [codesOf(1_200), [] as string[]];
  const store = ({ codes: batch }: { codes: string[] }) => {
    stored.push(...batch);
    return { added: batch.length, present: 0, repeated: 0, bad: [] };
  };
  deployment.answer(api.tickets.add, (batch) => {
    if (stored.length > 0) throw refusal("BAD_INPUT", "These codes are numbered one after the other.");
    return store(batch);
  });
  await choose([codes.join("\n")]);
  await press("Upload");
  await expect.element(page.getByText("These codes are numbered one after the other.")).toBeVisible();
  await expect.element(page.getByText("500 new")).toBeVisible();
  deployment.answer(api.tickets.add, store);
  await press("Resume");
  await expect.element(page.getByText("1,200 new")).toBeVisible();
  expect(stored).toEqual(codes);
});

test("a file that is too large, empty, locked or a picture is refused, nothing is sent, and another can be chosen", async () => {
  showTickets();
  const megabyte = new Uint8Array(1_000_000).fill(65);
  await choose(Array.from({ length: 60 }, () => megabyte));
  await expect.element(page.getByText(/This file is 60 MB\. A list of 100,000 codes is under 50 MB/)).toBeVisible();
  await choose([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 1])], "me.csv");
  await expect.element(page.getByText(/This is not a CSV file/)).toBeVisible();
  await choose([""]);
  await expect.element(page.getByText("This file is empty.")).toBeVisible();
  vi.spyOn(Blob.prototype, "arrayBuffer").mockRejectedValueOnce(new DOMException("locked", "NotReadableError"));
  await choose(["ABCD-1111-XY"]);
  await expect.element(page.getByText(/This file can't be read\./)).toBeVisible();
  await expect.element(upload).not.toBeInTheDocument();
  await choose(["ABCD-1111-XY"]);
  await expect.element(page.getByText("ABCD-1111-XY")).toBeVisible();
  expect(sent()).toEqual([]);
});

test("a CSV file as Excel saves it on Windows, with a name that is not UTF-8, is read", async () => {
  showTickets();
  takeCodes();
  await choose(["Name;Ticket code\r\nJos", new Uint8Array([0xe9]), ";KQ7W2N9DX\r\n"]);
  await press("Upload");
  await expect.element(page.getByText("All codes are stored.")).toBeVisible();
  expect(sent()).toEqual(["KQ7W2N9DX"]);
});

test.each([
  ["little", true],
  ["big", false],
])("a list as Excel's “Unicode text”, %s endian and longer than one piece, is read", async (_, isLittle) => {
  showTickets();
  takeCodes();
  const codes = Array.from(
    { length: 4_000 },
    (_, n) => `KQ7W${(n * 7_919).toString(36).toUpperCase().padStart(6, "Z")}`,
  );
  const text = ["\ufeffName\tTicket code", ...codes.map((code) => `José\t${code}`)].join("\r\n");
  const bytes = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at++) bytes.setUint16(at * 2, text.charCodeAt(at), isLittle);
  await choose([bytes], "codes.txt");
  await expect.element(page.getByLabelText("Columns are separated by")).toHaveValue("tab");
  await press("Upload");
  await expect.element(page.getByText("All codes are stored.")).toBeVisible();
  expect(sent()).toEqual(codes);
});

test("before the upload the organiser sees the first codes, and can change separator, header and column of this file", async () => {
  showTickets();
  takeCodes();
  await choose(["Order;Ticket code\n1;4M8ZT6PLC"]);
  await page.getByLabelText("Which column has the codes?").selectOptions("Order");
  const codes = ["KQ7W2N9DX", "=KQ7W2N9DY", "ZX81QQ427", "7HJK20PQM", "PL4MM90XX"];
  await choose([["Order;Ticket code", ...codes.map((code, index) => `${index + 1};${code}`)].join("\r\n")]);
  const first = page.getByRole("list", { name: "The first codes" });
  await expect
    .element(first)
    .toHaveTextContent(/KQ7W2N9DX=KQ7W2N9DYWill be refused because it begins like a formula.*ZX81QQ427$/);
  await expect.element(page.getByLabelText("Columns are separated by")).toHaveValue("semicolon");
  await expect.element(page.getByLabelText("The first line has")).toHaveValue("names");
  await expect.element(page.getByLabelText("Which column has the codes?")).toHaveValue("1");
  await page.getByLabelText("Columns are separated by").selectOptions("Nothing: one column");
  await expect.element(first).toHaveTextContent(/1;KQ7W2N9DXWill be refused because it has a comma, semicolon or tab/);
  await page.getByLabelText("Columns are separated by").selectOptions("Semicolon ;");
  await page.getByLabelText("The first line has").selectOptions("A code");
  await expect.element(first).toHaveTextContent(/^Ticket code/);
  await page.getByLabelText("The first line has").selectOptions("Column names");
  await page.getByLabelText("Which column has the codes?").selectOptions("Ticket code");
  expect(sent()).toEqual([]);
  await press("Upload");
  await expect.poll(sent).toEqual(codes);
});

test("if the first line may be names or a code, the organiser decides, and no code is lost", async () => {
  showTickets();
  takeCodes();
  await choose(["sep=;\r\nASHA;KQWXNPDXQ\r\nRAVI;4M8ZT6PLC\r\nNIA;ZX81QQ427"]);
  await expect.element(page.getByRole("list", { name: "The first codes" })).toHaveTextContent(/^KQWXNPDXQ4M8ZT6PLC/);
  await expect.element(upload).toBeDisabled();
  await page.getByLabelText("The first line has").selectOptions("A code");
  await press("Upload");
  await expect.poll(sent).toEqual(["KQWXNPDXQ", "4M8ZT6PLC", "ZX81QQ427"]);
});

test("all unclaimed codes are deleted after a question, which warns if sign-ups require a code", async () => {
  showTickets();
  deployment.answer(api.tickets.removeUnclaimed, null);
  const locks = page.getByText(/^A code is required at sign-up, so nobody can sign up/);
  await press("Delete all unclaimed codes");
  await expect.element(page.getByText("Delete 8,600 unclaimed codes?")).toBeVisible();
  await expect.element(locks).not.toBeInTheDocument();
  deployment.answer(api.tickets.rules, { ...noRules, codes: "required" });
  await expect.element(locks).toBeVisible();
  await press("Delete all unclaimed codes");
  await expect.element(page.getByText("They are being deleted")).toBeVisible();
});
