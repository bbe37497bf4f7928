import { expect } from "vitest";
import { page, userEvent } from "vitest/browser";
import { api } from "../../../convex/_generated/api";
import { deployment } from "../../testing/page";
import { pictureFile, uploaded } from "../../testing/people";

export const picker = page.getByRole("button", { name: "Profile picture" });

export const rightProfile = {
  Name: "Asha",
  Age: "21",
  Phone: "+919876543210",
  Bio: "Front row.",
  "Instagram handle": "asha.live",
};

/** Names and texts that must not run as code. */
export const visible = { Name: `O'Hara <b>"x"</b>`, Bio: `<img src=x onerror='document.title="owned"'> 🎉` };

export async function chooseRest(): Promise<void> {
  await page.getByRole("radio", { name: "Female", exact: true }).click();
  await page.getByRole("checkbox", { name: "Music" }).click();
  await page.getByLabelText("Drinking").selectOptions("Socially");
  await page.getByLabelText("Smoking").selectOptions("Never");
}

export async function choosePhoto(hue = 0): Promise<void> {
  deployment.answer(api.profiles.uploadPhoto, uploaded());
  await userEvent.upload(picker, await pictureFile(hue));
  await expect.element(page.getByAltText("The photo you chose")).toBeVisible();
  await expect.element(page.getByRole("progressbar")).not.toBeInTheDocument();
}

/** Chooses a file by script, for files that are too large for the test browser or come too late. */
export function chooseByScript(file: File): void {
  const files = new DataTransfer();
  files.items.add(file);
  const input = picker.element() as HTMLInputElement;
  input.files = files.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Checks that a form sent during an upload sends the shown photo, and ignores a picker that returns too late. */
export async function expectShownPhotoIsSent(send: string): Promise<void> {
  const upload = deployment.hold(api.profiles.uploadPhoto);
  await userEvent.upload(picker, await pictureFile(120));
  await expect.element(page.getByRole("progressbar")).toHaveTextContent(/Uploading \d+ %|Almost there…/);
  const chosen = page.getByAltText("The photo you chose").element().getAttribute("src");
  await page.getByRole("button", { name: send }).click();
  await expect.element(picker).toBeDisabled();

  // A phone's open picker does this.
  chooseByScript(await pictureFile(240));
  await expect.element(page.getByAltText("The photo you chose")).toHaveAttribute("src", chosen ?? "");
  upload.answer(uploaded());
  await expect.poll(() => window.location.pathname).not.toMatch(/(create|edit)-profile$/);
  expect(deployment.calls(api.profiles.uploadPhoto), "no other photo was sent").toHaveLength(1);
}

export function storedDrafts(): string[] {
  return [...Object.keys(window.sessionStorage), ...Object.keys(window.localStorage)].filter((key) =>
    key.startsWith("draft:"),
  );
}
