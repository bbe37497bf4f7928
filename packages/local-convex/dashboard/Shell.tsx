import { useConvexConnectionState } from "convex/react";
import {
  Activity,
  Braces,
  CalendarClock,
  Files as FilesIcon,
  KeyRound,
  ScrollText,
  Settings2,
  Table2,
} from "lucide-react";
import { useEffect, useRef } from "react";
import { Files } from "./Files";
import { Functions } from "./Functions";
import { Health } from "./Health";
import { ScopeContext, useLive } from "./live";
import { Logs } from "./Logs";
import { hrefOf, SCREENS, useRoute, type Screen } from "./route";
import { Schedules } from "./Schedules";
import { Settings } from "./Settings";
import { Tables } from "./Tables";
import { Button, Choice } from "./ui";

const screens: Record<Screen, { title: string; icon: typeof Table2; view: () => React.ReactNode }> = {
  tables: { title: "Tables", icon: Table2, view: Tables },
  functions: { title: "Functions", icon: Braces, view: Functions },
  logs: { title: "Logs", icon: ScrollText, view: Logs },
  schedules: { title: "Schedules", icon: CalendarClock, view: Schedules },
  files: { title: "Files", icon: FilesIcon, view: Files },
  settings: { title: "Settings", icon: Settings2, view: Settings },
  health: { title: "Health", icon: Activity, view: Health },
};

export function Shell({ adminKey, close }: { adminKey: string; close: () => void }) {
  const { screen, params } = useRoute();
  const component = params.get("component") ?? "";
  const View = screens[screen].view;
  return (
    <ScopeContext value={{ adminKey, component }}>
      <div className="grid min-h-dvh grid-rows-[auto_auto_1fr] md:grid-cols-[11rem_minmax(0,1fr)] md:grid-rows-[auto_1fr]">
        <header className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2 md:col-span-2">
          <span className="font-mono text-[13px]">{location.host}</span>
          <Connection />
          <div className="ml-auto flex items-center gap-2">
            <ComponentChoice />
            <Button variant="quiet" onClick={close} title="Forget the key in this tab">
              <KeyRound size={16} aria-hidden /> Lock
            </Button>
          </div>
        </header>
        <Navigation current={screen} component={component} />
        <main className="min-w-0 p-4" key={`${screen} ${component}`}>
          <View />
        </main>
      </div>
    </ScopeContext>
  );
}

function Navigation({ current, component }: { current: Screen; component: string }) {
  const bar = useRef<HTMLElement>(null);
  // On a narrow screen the bar scrolls, and the current link may be outside of it.
  useEffect(() => {
    bar.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [current]);
  return (
    <nav
      ref={bar}
      aria-label="Screens"
      className="flex gap-1 overflow-x-auto border-b border-line p-2 md:flex-col md:border-r md:border-b-0"
    >
      {SCREENS.map((name) => {
        const { title, icon: Icon } = screens[name];
        const isCurrent = name === current;
        return (
          <a
            key={name}
            href={hrefOf(name, { component })}
            aria-current={isCurrent ? "page" : undefined}
            className={`flex min-h-11 shrink-0 md:min-h-9 items-center gap-2 rounded-md px-2.5 ${isCurrent ? "bg-line/60 font-medium" : "text-soft hover:text-ink"}`}
          >
            <Icon size={16} aria-hidden />
            {title}
          </a>
        );
      })}
    </nav>
  );
}

function Connection() {
  const { isWebSocketConnected } = useConvexConnectionState();
  return (
    <span role="status" className="flex items-center gap-1.5 text-soft">
      <span className={`size-2 rounded-full ${isWebSocketConnected ? "bg-good" : "bg-bad"}`} />
      {isWebSocketConnected ? "Live" : "Not connected"}
    </span>
  );
}

function ComponentChoice() {
  const { screen, params } = useRoute();
  const components = useLive<{ path: string }[]>("frontend/components:list");
  if (components === undefined || components instanceof Error || components.length === 0) return null;
  return (
    <Choice
      label="Component"
      className="max-w-48"
      value={params.get("component") ?? ""}
      options={{ "": "The app", ...Object.fromEntries(components.map(({ path }) => [path, path])) }}
      change={(component) => (location.hash = hrefOf(screen, { component }))}
    />
  );
}
