/** Puts a text into the browser's downloads under this name. `type`: its media type; JSON unless said otherwise. */
export function saveFile(name: string, text: string | string[], type = "application/json"): void {
  const address = URL.createObjectURL(new Blob(typeof text === "string" ? [text] : text, { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  window.setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
