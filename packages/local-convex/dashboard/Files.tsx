import { useRef, useState, type ChangeEvent } from "react";
import type { DocumentPage, FileDocument } from "../src/contract/dashboard";
import { ChangeButton } from "./ChangeButton";
import { useChange, useLive } from "./live";
import { Button, cell, Empty, Grid, Heading, Pager, Problem, Loaded, sizeText, Time } from "./ui";
import { useAct } from "./useAct";

export function Files() {
  const [cursors, setCursors] = useState<(string | null)[]>([null]);
  const files = useLive<DocumentPage<FileDocument>>("frontend/files", { cursor: cursors.at(-1) ?? null });
  return (
    <div className="grid gap-3">
      <Heading title="Files">
        <Upload />
      </Heading>
      <Loaded result={files}>
        {(stored) => (
          <>
            {stored.page.length === 0 ? <Empty>No files are stored.</Empty> : <Rows files={stored.page} />}
            <Pager cursors={cursors} go={setCursors} page={stored} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function Rows({ files }: { files: FileDocument[] }) {
  return (
    <Grid label="Files" head={["File", "Type", "Size", "Stored", ""]}>
      {files.map(({ _id, _creationTime, contentType, size, url }) => (
        <tr key={_id}>
          <td className={`${cell} font-mono`}>
            {url === null ? (
              _id
            ) : (
              <a className="text-accent underline" href={pathOf(url)} target="_blank" rel="noreferrer noopener">
                {_id}
              </a>
            )}
          </td>
          <td className={cell}>{contentType ?? "unknown"}</td>
          <td className={`${cell} whitespace-nowrap tabular-nums`}>{sizeText(size)}</td>
          <td className={cell}>
            <Time at={_creationTime} />
          </td>
          <td className={cell}>
            <ChangeButton label="Delete" confirmLabel="Delete for good?" name="deleteFiles" args={{ ids: [_id] }} />
          </td>
        </tr>
      ))}
    </Grid>
  );
}

function Upload() {
  const chosen = useRef<HTMLInputElement>(null);
  const { act, isBusy, problem } = useAct();
  const change = useChange();
  const upload = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    if (file === undefined) return;
    await act(async () => {
      const address = pathOf(String(await change("uploadUrl", {})));
      const headers = { "Content-Type": file.type || "application/octet-stream" };
      const response = await fetch(address, { method: "POST", headers, body: file });
      if (!response.ok) throw new Error(((await response.json()) as { message: string }).message);
    });
    if (chosen.current !== null) chosen.current.value = "";
  };
  return (
    <>
      {problem !== null && <Problem error={problem} />}
      <input ref={chosen} type="file" hidden aria-label="File to add" onChange={(event) => void upload(event)} />
      <Button disabled={isBusy} onClick={() => chosen.current?.click()}>
        {isBusy ? "Adding…" : "Add a file"}
      </Button>
    </>
  );
}

/** Returns the path of a URL, so that it loads from this page's origin. */
function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}
