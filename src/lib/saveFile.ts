/** Saves text as a download under this name. `type`: its media type. Default: JSON. */
export function saveFile(name: string, text: string | string[], type = "application/json"): void {
  const address = URL.createObjectURL(new Blob(typeof text === "string" ? [text] : text, { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // By then the browser has begun to read it.
  window.setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
