import encodeQR from "qr";

/** A QR code, black on white in either theme, as cameras expect. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, "raw", { ecc: "low", border: 2 });
  const squares = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className="mx-auto w-56 max-w-full rounded-md bg-[#fff]"
    >
      <path d={squares.join("")} fill="#000" />
    </svg>
  );
}
