import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { money } from "../../../lib/money";
import { timeText } from "../../../lib/clock";
import { words as moderatorWords } from "../../moderator/words";
import { words } from "./words";
import type { PersonRecord } from "./usePerson";

type Report = PersonRecord["reportsAbout"][number];

export function PersonRecordView({ record }: { record: PersonRecord }) {
  const { orders, reportsAbout, reportsBy, versions, sessions, mails, trail } = record;
  return (
    <section className="flex flex-col">
      <h2 className="mb-2 text-lead">{words.record}</h2>
      <List title={words.trail} rows={trail}>
        {({ what, at, by, own, reason }) => (
          <Line key={`${what} ${at}`} at={at} note={reason}>
            {words.trailOf[what] ?? what} {by !== undefined && words.by(by)}
            {own && words.by(words.themselves)}
          </Line>
        )}
      </List>
      <List title={words.reportsAbout} rows={reportsAbout}>
        {(report) => <ReportLine key={report._id} report={report} relation={words.reportedBy} />}
      </List>
      <List title={words.reportsBy} rows={reportsBy}>
        {(report) => <ReportLine key={report._id} report={report} relation={words.reportedWhom} />}
      </List>
      <List title={words.orders} rows={orders}>
        {({ orderId, feature, amount, currency, status, createdAt }) => (
          <Line key={orderId} at={createdAt}>
            {words.features[feature]}, {money({ amount, currency })}: {words.orderStatus[status]}{" "}
            <Link to={`/organiser/money?q=${orderId}`} className={link}>
              {orderId}
            </Link>
          </Line>
        )}
      </List>
      <List title={words.versions} rows={versions}>
        {({ _id, kind, status, createdAt, by, reason }) => (
          <Line key={_id} at={createdAt} note={reason}>
            {words.versionKinds[kind]}: {words.versionStatus[status]} {by !== undefined && words.by(by)}
          </Line>
        )}
      </List>
      <List title={words.sessions} rows={sessions}>
        {({ _id, since, until }) => <li key={_id}>{words.sessionUntil(timeText(since), timeText(until))}</li>}
      </List>
      <List title={words.mails} rows={mails}>
        {({ kind, at, sent }) => (
          <Line key={`${kind} ${at}`} at={at} note={sent ? undefined : words.mailWaiting}>
            {words.mailKinds[kind]}
          </Line>
        )}
      </List>
    </section>
  );
}

type ListProps<Row> = { title: string; rows: readonly Row[]; children: (row: Row) => ReactNode };

/** A collapsible list with its number of rows. Lists of one to five rows start open. */
function List<Row>({ title, rows, children }: ListProps<Row>) {
  return (
    <details open={rows.length > 0 && rows.length <= 5} className="group border-b border-line open:pb-3">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-semibold">
        {title} <span className="text-note text-soft tabular-nums">{rows.length}</span>
        <ChevronDown aria-hidden className="ml-auto size-5 text-soft group-open:rotate-180" />
      </summary>
      {rows.length === 0 ? (
        <p className="text-note text-soft">{words.nothing}</p>
      ) : (
        <ul className="flex flex-col gap-2">{rows.map(children)}</ul>
      )}
    </details>
  );
}

function Line({ at, note, children }: { at: number; note?: string | undefined; children: ReactNode }) {
  return (
    <li className="break-words">
      {children} <span className="text-note whitespace-nowrap text-soft tabular-nums">{timeText(at)}</span>
      {note !== undefined && note !== "" && (
        <span dir="auto" className="block text-note whitespace-pre-line text-soft">
          {note}
        </span>
      )}
    </li>
  );
}

function ReportLine({ report, relation }: { report: Report; relation: string }) {
  const { kind, reason, createdAt, status, other } = report;
  return (
    <Line at={createdAt} note={reason}>
      {moderatorWords.reportKinds[kind]}, {words.reportStatus[status]}, {relation}{" "}
      {other === null ? (
        words.goneAccount
      ) : (
        <Link to={`/organiser/people/${other._id}`} className={link}>
          {other.name === "" ? words.nameless : other.name}
        </Link>
      )}
    </Line>
  );
}

const link = "font-bold break-all text-teal underline underline-offset-4";
