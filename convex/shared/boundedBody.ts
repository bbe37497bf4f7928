/**
 * Reads a request's body. Returns null as soon as it exceeds `maxBytes`, whatever its declared length. Awaits `onLarge` once, after
 * more than `threshold` bytes. `onLarge` may throw.
 */
export async function readAtMost(
  request: Request,
  maxBytes: number,
  { threshold, onLarge }: { threshold: number; onLarge?: () => Promise<void> } = { threshold: maxBytes },
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) return null;
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    const before = length;
    const after = length + part.value.byteLength;
    length = after;
    if (length > maxBytes) return null;
    if (before <= threshold && after > threshold) await onLarge?.();
    chunks.push(part.value);
  }
  return joined(chunks, length);
}

function joined(chunks: Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.byteLength;
  }
  return all;
}
