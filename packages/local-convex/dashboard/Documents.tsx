import { useState } from "react";
import { MAX_COUNT, type Condition, type DocumentPage, type TableShape } from "../src/contract/dashboard";
import { Conditions } from "./Conditions";
import { DocumentDialog, type StoredDocument } from "./DocumentDialog";
import { DocumentRows } from "./DocumentRows";
import { ChangeButton } from "./ChangeButton";
import { useLive } from "./live";
import { Button, Choice, Empty, Heading, Pager, Loaded } from "./ui";
import type { Validator } from "./validators";

const PAGE = 50;

export function Documents({ table }: { table: string }) {
  const shape = useLive<TableShape>("frontend/tableShape", { table });
  const [conditions, setConditions] = useState<Condition[]>([]);
  const [order, setOrder] = useState<"asc" | "desc">("desc");
  const [editing, setEditing] = useState<StoredDocument | "new" | null>(null);
  const loadedShape = shape instanceof Error ? undefined : shape;
  const validator = (loadedShape?.documentType ?? null) as Validator | null;
  const key = JSON.stringify([order, conditions], (_, value: unknown) =>
    typeof value === "bigint" ? `${value}n` : value,
  );
  return (
    <>
      <Heading title={table}>
        <span className="text-soft tabular-nums">{loadedShape === undefined ? "" : countText(loadedShape.count)}</span>
        <Choice label="Order" value={order} options={{ desc: "Newest first", asc: "Oldest first" }} change={setOrder} />
        {isWritable(table) && <Button onClick={() => setEditing("new")}>Add</Button>}
      </Heading>
      <Conditions validator={validator} conditions={conditions} change={setConditions} />
      <Pages key={key} {...{ table, order, conditions, validator }} edit={setEditing} />
      {editing !== null && (
        <DocumentDialog
          table={table}
          document={editing === "new" ? null : editing}
          validator={validator}
          isReadOnly={!isWritable(table)}
          close={() => setEditing(null)}
        />
      )}
    </>
  );
}

/** Files and jobs have separate screens. */
function isWritable(table: string): boolean {
  return !table.startsWith("_");
}

function countText(count: number): string {
  return count === 1 ? "1 document" : `${count}${count === MAX_COUNT ? " or more" : ""} documents`;
}

interface PagesProps {
  table: string;
  order: "asc" | "desc";
  conditions: Condition[];
  validator: Validator | null;
  edit: (document: StoredDocument) => void;
}

/** The current page. State: the cursors up to it. */
function Pages({ table, order, conditions, validator, edit }: PagesProps) {
  const [cursors, setCursors] = useState<(string | null)[]>([null]);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const paginationOpts = { numItems: PAGE, cursor: cursors.at(-1) ?? null };
  const args = { table, order, conditions, paginationOpts };
  const page = useLive<DocumentPage<StoredDocument>>("frontend/paginatedTableDocuments", args);
  const go = (next: (string | null)[]) => {
    setSelected(new Set());
    setCursors(next);
  };
  return (
    <Loaded result={page}>
      {(documentPage) => (
        <>
          {conditions.length > 0 && <ReadCount documentPage={documentPage} />}
          {documentPage.page.length === 0 ? (
            <Empty>
              {documentPage.isDone && cursors.length === 1 && conditions.length === 0
                ? "This table is empty."
                : "None here."}
            </Empty>
          ) : (
            <DocumentRows
              {...{ table, documents: documentPage.page, validator, selected, edit }}
              select={isWritable(table) ? setSelected : null}
            />
          )}
          <Pager cursors={cursors} go={go} page={documentPage} next={conditions.length > 0 ? "Keep looking" : "Next"}>
            {selected.size > 0 && (
              <span className="ml-auto flex flex-wrap items-center gap-2">
                <ChangeButton
                  label={`Delete ${selected.size}`}
                  confirmLabel={`Delete ${selected.size} for good?`}
                  name="deleteDocuments"
                  args={{ table, ids: [...selected] }}
                  onDone={() => setSelected(new Set())}
                />
              </span>
            )}
          </Pager>
        </>
      )}
    </Loaded>
  );
}

function ReadCount({ documentPage }: { documentPage: DocumentPage<StoredDocument> }) {
  const { page, documentsRead, index, isDone } = documentPage;
  return (
    <p className="text-soft">
      {page.length} found among {documentsRead.toLocaleString()} documents read
      {index === null ? "" : ` by the index ${index}`}
      {isDone ? "." : ". There are more to read."}
    </p>
  );
}
