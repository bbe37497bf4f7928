import type { FunctionReturnType } from "convex/server";
import encodeQR from "qr";
import { useState } from "react";
import { Link } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { Button } from "../../components/Button";
import { CodeField } from "../../components/CodeField";
import { copyText } from "../../components/copyText";
import { Form } from "../../components/Form";
import { StaffCard } from "../../components/StaffCard";
import { PasswordField } from "../../components/TextField";
import { useAction } from "../../lib/acts";
import { toastResult } from "../../lib/toastResult";
import { StaffGuard } from "../../session/StaffGuard";
import { homes, useStaff } from "../../session/useStaff";
import { words } from "./words";

/** /staff/security: the staff member's own second factor. If it is mandatory, staff without one see only this screen. */
export function SecurityScreen() {
  return (
    <StaffGuard isSetUp>
      <Security />
    </StaffGuard>
  );
}

function Security() {
  const { kind, secondFactor, mustSetUp } = useStaff();
  const factor = useSecondFactor();

  if (factor.recoveryCodes !== null) {
    return (
      <StaffCard title={words.recoveryTitle} lead={words.recoveryText}>
        <RecoveryCodes codes={factor.recoveryCodes} onSaved={factor.dismissCodes} />
      </StaffCard>
    );
  }
  return (
    <StaffCard title={words.security} lead={mustSetUp ? words.mustSetUp : words.securityLead}>
      {secondFactor ? (
        <IsOn onRenew={factor.renew} onTurnOff={factor.turnOff} />
      ) : factor.app === null ? (
        <Begin onPassword={factor.begin} />
      ) : (
        <SetUp app={factor.app} onCode={factor.turnOn} />
      )}
      {!mustSetUp && (
        <Link
          to={kind === "organiser" ? "/organiser/staff" : homes.moderator}
          className="mt-4 flex min-h-11 items-center justify-center font-bold text-teal underline"
        >
          {words.back}
        </Link>
      )}
    </StaffCard>
  );
}

function Begin({ onPassword }: { onPassword: (password: string) => Promise<boolean> }) {
  const [password, setPassword] = useState("");
  return (
    <Form button={words.setUp} onSubmit={() => password !== "" && onPassword(password)}>
      <p>{words.off}</p>
      <PasswordField
        label={words.currentPassword}
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
    </Form>
  );
}

type SetUpProps = { app: { secret: string; uri: string }; onCode: (code: string) => Promise<boolean> };

function SetUp({ app, onCode }: SetUpProps) {
  return (
    <div className="flex flex-col gap-5">
      <p>{words.scan}</p>
      <QrCode text={app.uri} label={words.qrCode} />
      <p className="text-note text-soft">
        {words.byHand}{" "}
        <code className="block font-semibold tracking-wider break-all text-ink select-all">{app.secret}</code>
      </p>
      <CodeField label={words.code} hint={words.codeHint} button={words.confirm} onCode={onCode} />
    </div>
  );
}

type CodeAction = (code: string) => Promise<boolean>;

/** Two actions need a code. The field appears once one is chosen. */
function IsOn({ onRenew, onTurnOff }: { onRenew: CodeAction; onTurnOff: CodeAction }) {
  const { recoveryCodes } = useStaff();
  const [chosenAction, setChosenAction] = useState<"codes" | "off" | null>(null);
  return (
    <div className="flex flex-col gap-5">
      <p>
        {words.on} {words.codesLeft(recoveryCodes)}
      </p>
      {chosenAction === "codes" && (
        <CodeField label={words.code} hint={words.renewHint} button={words.renew} onCode={onRenew} />
      )}
      {chosenAction === "off" && (
        <CodeField
          label={words.code}
          hint={words.turnOffHint}
          button={words.turnOff}
          variant="danger"
          onCode={onTurnOff}
        />
      )}
      {chosenAction !== "codes" && (
        <Button variant="quiet" onClick={() => setChosenAction("codes")}>
          {words.newCodes}
        </Button>
      )}
      {chosenAction !== "off" && (
        <Button variant="quiet" onClick={() => setChosenAction("off")}>
          {words.askTurnOff}
        </Button>
      )}
    </div>
  );
}

/** A QR code, black on white in both themes, as cameras expect. */
function QrCode({ text, label }: { text: string; label: string }) {
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

function RecoveryCodes({ codes, onSaved }: { codes: string[]; onSaved: () => void }) {
  return (
    <div className="flex flex-col gap-5">
      <ul className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-md bg-sunken p-4 font-mono select-all">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button variant="quiet" onClick={() => void copyText(codes.join("\n"))}>
        {words.copyCodes}
      </Button>
      <Button onClick={onSaved}>{words.codesSaved}</Button>
    </div>
  );
}

/** Sets up the staff member's own second factor, or turns it off. Recovery codes are shown once, until dismissed. */
function useSecondFactor() {
  const start = useAction(api.staffSecondFactor.start);
  const confirm = useAction(api.staffSecondFactor.confirm);
  const end = useAction(api.staffSecondFactor.turnOff);
  const renewRecovery = useAction(api.staffSecondFactor.renewRecovery);
  const [app, setApp] = useState<FunctionReturnType<typeof api.staffSecondFactor.start> | null>(null);
  const [recoveryCodes, setRecoveryCodes] = useState<string[] | null>(null);

  const begin = async (password: string): Promise<boolean> =>
    (await toastResult(async () => setApp(await start({ password })), { failure: words.setUpFailed })).ok;
  const turnOn = async (code: string): Promise<boolean> =>
    (await toastResult(async () => setRecoveryCodes(await confirm({ code })), { failure: words.setUpFailed })).ok;
  const turnOff = async (code: string): Promise<boolean> =>
    (await toastResult(() => end({ code }), { success: words.turnedOff, failure: words.turnOffFailed })).ok;
  const renew = async (code: string): Promise<boolean> =>
    (await toastResult(async () => setRecoveryCodes(await renewRecovery({ code })), { failure: words.renewFailed })).ok;
  const dismissCodes = () => {
    setApp(null);
    setRecoveryCodes(null);
  };
  return { app, recoveryCodes, begin, turnOn, renew, turnOff, dismissCodes };
}
